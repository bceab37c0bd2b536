import type { Agent, JsonObject, Sandbox } from '../../contract/index.ts';

/** A call that is held back. */
export interface HeldCall {
  readonly tool: string;
  readonly input: JsonObject | string;
}

/** Lets an agent act: freely, not at all, or once. */
export interface Gate {
  /** Whether it lets through whatever comes. */
  readonly isOpen: boolean;
  /** Whether somebody stands before it. */
  readonly isHolding: boolean;
  readonly held: HeldCall | null;
  open(): void;
  close(): void;
  /** Lets one call through. */
  letOne(): void;
  /** An agent that acts as the gate allows. The first calls of an episode that is played on pass. */
  guard(agent: Agent, free: number): Agent;
}

/** A gate, open or closed. Once the signal is aborted all that stand before it are turned away. */
export function createGate({
  open: isOpenAtFirst,
  signal,
  onChange,
}: {
  open: boolean;
  signal: AbortSignal;
  onChange: () => void;
}): Gate {
  let allowed = isOpenAtFirst ? Number.POSITIVE_INFINITY : 0;
  let held: HeldCall | null = null;
  let waiting: PromiseWithResolvers<void> | null = null;

  function allow(count: number): void {
    allowed = count;
    if (count > 0) {
      waiting?.resolve();
      waiting = null;
      held = null;
    }
    onChange();
  }

  async function pass(call: HeldCall | null): Promise<void> {
    while (allowed === 0) {
      signal.throwIfAborted();
      waiting = Promise.withResolvers();
      held = call;
      onChange();
      await waiting.promise;
    }
  }

  signal.addEventListener('abort', () => waiting?.reject(signal.reason), { once: true });
  return {
    get isOpen() {
      return allowed === Number.POSITIVE_INFINITY;
    },
    get isHolding() {
      return waiting !== null;
    },
    get held() {
      return held;
    },
    open: () => allow(Number.POSITIVE_INFINITY),
    close: () => allow(0),
    letOne: () => allow(1),
    guard: (agent, free) => ({
      name: agent.name,
      async play(task, sandbox) {
        let done = 0;
        const ask = sandbox.ask?.bind(sandbox);
        const guarded = async <T>(act: () => Promise<T>, call: HeldCall | null): Promise<T> => {
          // Calls that wait for nothing would otherwise keep the process from reading messages, such as pause and end.
          await new Promise((resolve) => setImmediate(resolve));
          signal.throwIfAborted();
          if (done >= free) {
            await pass(call);
            allowed -= 1;
          }
          done += 1;
          const result = await act();
          // Whoever is held after a call does not ask a model before it is let on.
          if (done >= free) await pass(null);
          return result;
        };
        const replied = (ask: NonNullable<Sandbox['ask']>) => async (question: string) => {
          const reply = await ask(question);
          if (reply === null) return null;
          done += 1;
          if (done >= free) await pass(null);
          return reply;
        };
        if (free === 0) await pass(null);
        return agent.play(task, {
          tools: sandbox.tools,
          call: (call) => guarded(() => sandbox.call(call), { tool: call.tool, input: call.input }),
          ...(ask === undefined ? {} : { ask: replied(ask) }),
        });
      },
    }),
  };
}
