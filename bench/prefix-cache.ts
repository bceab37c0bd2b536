import { createHash } from 'node:crypto';

/** A token is four characters here. */
export const charactersPerToken = 4;

const blockTokens = 128;
const leastTokens = 1024;

/** A cache of prefixes as providers keep them: whole blocks, none for a short prompt, never forgotten. */
export interface PrefixCache {
  /** How many tokens of a prompt are served from it. */
  cachedTokens(prompt: string): number;
  add(prompt: string): void;
}

export function createPrefixCache(): PrefixCache {
  const known = new Set<string>();
  return {
    cachedTokens(prompt) {
      let blocks = 0;
      for (const prefix of prefixes(prompt)) {
        if (!known.has(prefix)) break;
        blocks += 1;
      }
      const tokens = blocks * blockTokens;
      return tokens < leastTokens ? 0 : tokens;
    },
    add(prompt) {
      for (const prefix of prefixes(prompt)) known.add(prefix);
    },
  };
}

/** Each block of a prompt, named by itself and all before it. */
function* prefixes(prompt: string): Generator<string> {
  const size = blockTokens * charactersPerToken;
  let before = '';
  for (let at = 0; at + size <= prompt.length; at += size) {
    before = createHash('sha1')
      .update(before)
      .update(prompt.slice(at, at + size))
      .digest('base64');
    yield before;
  }
}
