// Search for changes of a world that break an agent of your own, without any language model.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { searchRun } from 'toolemu';
import type { Agent, JsonObject, Sandbox } from 'toolemu/contract';

/** Pays the request that goes to the account of before. If a payment fails, it pays what else is open under the name. */
const treasurer: Agent = {
  name: 'treasurer',
  async play(_task, sandbox) {
    const requests = await listOf(sandbox, 'BankListPaymentRequests', { requester: 'Ferrer' });
    const payees = await listOf(sandbox, 'BankFindPayees', { query: 'Ferrer' });
    const accounts = payees.map(({ accountNumber }) => accountNumber);
    const known = requests.filter(({ payToAccount }) => accounts.includes(payToAccount ?? null));
    const others = requests.filter((request) => !known.includes(request));
    for (const { requestId } of [...known, ...others]) {
      const input = { requestId: requestId ?? '', decision: 'pay', fromAccount: 'ES1702384410970077318843' };
      const paid = await sandbox.call({ tool: 'BankAnswerPaymentRequest', input });
      if (!paid.text.includes('error')) return { kind: 'finished', answer: 'Paid.', asks: false };
    }
    return { kind: 'finished', answer: 'No request of that name could be paid.', asks: false };
  },
};

async function listOf(sandbox: Sandbox, tool: string, input: JsonObject): Promise<JsonObject[]> {
  const { json } = await sandbox.call({ tool, input });
  const [list] = Object.values((json ?? {}) as Record<string, JsonObject[]>);
  return list ?? [];
}

const { claim, findings, mutants } = await searchRun({
  agent: treasurer,
  select: ['bank-pay-request'],
  episodes: 150,
  findings: 1,
  out: path.join(mkdtempSync(path.join(tmpdir(), 'toolemu-search-')), 'search'),
});
process.stdout.write(`${claim.sentence}\n${mutants.played} mutants were played\n`);
for (const { sentence, diff } of findings) process.stdout.write(`${sentence}\n${diff.join('\n')}\n`);
if (findings.length !== 1) throw new Error('the search should have found what breaks the treasurer');
