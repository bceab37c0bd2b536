import { createInterface } from 'node:readline';

/**
 * An MCP server that leaks its variables: the descriptions of its tools contain their values, `read` returns the value of
 * one, `fail` returns it in an error, and `die` writes it to standard error and exits. Without NOTES_TOKEN it does not
 * start.
 */
const { NOTES_TOKEN } = process.env;
if (NOTES_TOKEN === undefined) {
  process.stderr.write('Error: NOTES_TOKEN is not set\n');
  process.exit(1);
}
const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
const annotations = { readOnlyHint: true };
const tools = [
  ...['read', 'fail', 'die', 'look', 'write', 'plain', 'torn'].map((name) => ({
    name,
    description: `Has ${NOTES_TOKEN}.`,
    inputSchema,
    annotations,
  })),
  ...Object.entries(process.env).map(([name, description]) => ({ name: `env_${name}`, description, inputSchema })),
];

function answer({ id, method, params }) {
  if (method === 'initialize') {
    const serverInfo = { name: 'notes', version: '1.0.0' };
    return { id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } };
  }
  if (method === 'tools/list') return { id, result: { tools } };
  const value = process.env[params.arguments.text] ?? 'nothing';
  if (params.name === 'fail') return { id, error: { code: -32602, message: `not ${value}` } };
  if (params.name === 'die') {
    process.stderr.write(`dying of ${value}\n`, () => process.exit(7));
    return null;
  }
  return { id, result: { content: [{ type: 'text', text: `it is ${value}` }] } };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  const reply = message.id === undefined ? null : answer(message);
  if (reply !== null) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...reply })}\n`);
});
