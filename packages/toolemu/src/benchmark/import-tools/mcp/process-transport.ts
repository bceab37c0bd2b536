import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { AnswerTooLong, longestAnswer } from './answer-too-long.ts';
import { inheritedVariables } from './inherited-variables.ts';
import { type ProcessGroup, startGroup } from './process-group.ts';
import type { Mask } from '../../../platform/index.ts';
import { maskOf } from './secrets.ts';
import type { CommandConnection, Variables } from './servers.ts';

const keptStderr = 4096;

/** Speaks with a server by its standard input and output, and ends it with all it started. */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #connection: CommandConnection;
  readonly #isPatient: boolean;
  readonly #mask: Mask;
  /** Number of characters of a truncated secret that the start of the kept output may contain. */
  readonly #longestSecret: number;
  readonly #buffer = new ReadBuffer({ maxBufferSize: longestAnswer });
  #group: ProcessGroup | undefined;
  #ending: Promise<void> | undefined;
  #stderr = '';
  #greeting = '';
  #isGreeting = true;
  #ended: string | null = null;
  #failure: AnswerTooLong | null = null;

  constructor(
    connection: CommandConnection,
    { secrets, isPatient = false }: { readonly secrets: Variables; readonly isPatient?: boolean },
  ) {
    this.#connection = connection;
    this.#isPatient = isPatient;
    this.#mask = maskOf(secrets);
    this.#longestSecret = Math.max(0, ...Object.values(secrets).map(({ length }) => length));
  }

  /** The end of what the server wrote on its standard error, without secrets. */
  get stderr(): string {
    const masked = this.#mask(this.#stderr);
    const isCut = this.#stderr.length === keptStderr + this.#longestSecret;
    return masked.slice(isCut ? this.#longestSecret : 0).slice(-keptStderr);
  }

  /** The end of its standard output before its first message. */
  get greeting(): string {
    return this.#mask(this.#greeting);
  }

  /** How the server ended by itself, as in `with exit code 1`; null while it runs. */
  get ended(): string | null {
    return this.#ended;
  }

  /** Why it was ended on this side; null where it was not. */
  get failure(): AnswerTooLong | null {
    return this.#failure;
  }

  async start(): Promise<void> {
    const { command, args, environment, folder } = this.#connection;
    this.#group = startGroup(command, args, {
      environment: { ...inheritedVariables(), ...environment },
      folder,
      isPatient: this.#isPatient,
    });
    const { child } = this.#group;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.on('error', reject);
    child.on('spawn', resolve);
    child.on('close', (code, signal) => {
      if (child.pid !== undefined && this.#ending === undefined)
        this.#ended = signal === null ? `with exit code ${code}` : `by ${signal}`;
      this.onclose?.();
    });
    child.stdin?.on('error', (error) => this.onerror?.(error));
    child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-(keptStderr + this.#longestSecret));
    });
    await promise;
  }

  #read(chunk: Buffer): void {
    if (this.#isGreeting) this.#greeting = (this.#greeting + chunk.toString('utf8')).slice(-keptStderr);
    try {
      this.#buffer.append(chunk);
    } catch {
      this.#failure ??= new AnswerTooLong();
      this.onerror?.(this.#failure);
      void this.close();
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.#isGreeting = false;
        this.onmessage?.(message);
      } catch (error) {
        // The line is gone from the buffer; what follows may be a message.
        this.onerror?.(error as Error);
      }
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const child = this.#group?.child;
    if (child?.stdin === undefined || child.stdin === null) throw new Error('the server is not running');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.stdin.write(serializeMessage(message), (error) => {
      if (error === null || error === undefined) resolve();
      // A pipe breaks before the end of its process is known, which says more.
      else if (this.#ended === null) child.on('close', () => reject(error));
      else reject(error);
    });
    await promise;
  }

  close(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    await this.#group?.end();
    this.#buffer.clear();
    this.onclose?.();
  }
}
