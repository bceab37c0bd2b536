import type { z } from 'zod';

type ZodIssue = z.core.$ZodIssue;

/** What is wrong with a value, and what to do about it, in words. */
export interface IssueWords {
  readonly message: string;
  readonly remedy: string;
}

/** What a schema found wrong, in words of the formats. What a schema says in its own words stays. */
export function issueWords(issue: ZodIssue): IssueWords {
  switch (issue.code) {
    case 'invalid_type':
      return typeWords(issue);
    case 'too_small':
      return smallWords(issue);
    case 'too_big':
      return bigWords(issue);
    case 'invalid_value':
      return { message: `must be ${anyOf(issue.values)}`, remedy: 'write it as it stands here' };
    case 'invalid_format':
      return {
        message: isOwn(issue) ? issue.message : (formats[issue.format] ?? 'is not written as it must be'),
        remedy,
      };
    case 'unrecognized_keys':
      return {
        message: `unknown ${issue.keys.length === 1 ? 'property' : 'properties'} ${issue.keys.map((key) => `"${key}"`).join(', ')}`,
        remedy: 'check the spelling, or remove it; `toolemu schema` prints what is allowed',
      };
    case 'invalid_key':
      return issue.issues[0] === undefined ? { message: 'cannot be a name here', remedy } : issueWords(issue.issues[0]);
    default:
      return { message: isOwn(issue) ? issue.message : 'is nothing that belongs here', remedy };
  }
}

const remedy = '`toolemu schema` prints what belongs here';

/** Whether a message is the schema's own, and not one of its library. */
function isOwn({ message }: ZodIssue): boolean {
  return !message.startsWith('Invalid ');
}

const sorts: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function typeWords({ expected, message, path }: Extract<ZodIssue, { code: 'invalid_type' }>): IssueWords {
  const what = sorts[expected] ?? `a ${expected}`;
  const received = / received (\w+)$/.exec(message)?.[1];
  if (received === 'undefined') {
    return { message: `"${String(path.at(-1) ?? 'it')}" is missing`, remedy: `add it, ${what}; ${remedy}` };
  }
  const found = received === undefined ? '' : `, not ${sorts[received] ?? received}`;
  return { message: `must be ${what}${found}`, remedy };
}

function smallWords({ origin, minimum, inclusive }: Extract<ZodIssue, { code: 'too_small' }>): IssueWords {
  const least = Number(minimum);
  switch (origin) {
    case 'string':
      return least === 1
        ? { message: 'must not be empty', remedy: 'write it' }
        : { message: `needs at least ${minimum} characters`, remedy: 'write more' };
    case 'array':
    case 'set':
      return {
        message: `needs at least ${least === 1 ? 'one item' : `${minimum} items`}`,
        remedy: 'add what is lacking',
      };
    default:
      return {
        message: `must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}`,
        remedy: 'give a larger one',
      };
  }
}

function bigWords({ origin, maximum, inclusive }: Extract<ZodIssue, { code: 'too_big' }>): IssueWords {
  switch (origin) {
    case 'string':
      return { message: `may have at most ${maximum} characters`, remedy: 'shorten it' };
    case 'array':
    case 'set':
      return {
        message: `may have at most ${Number(maximum) === 1 ? 'one item' : `${maximum} items`}`,
        remedy: 'remove some',
      };
    default:
      return {
        message: `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`,
        remedy: 'give a smaller one',
      };
  }
}

function anyOf(values: readonly unknown[]): string {
  const [last = '', ...others] = values.map((value) => JSON.stringify(value)).toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`;
}

const formats: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be an address, as in https://example.com',
  date: 'must be a day, as in 2026-03-03',
  datetime: 'must be a moment with an offset, as in 2026-03-03T09:12:00-05:00',
};
