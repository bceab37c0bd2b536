import { describe, expect, it } from 'vitest';
import { refusesInWords, requestsInWords } from './refuses.ts';

describe('refusesInWords', () => {
  it.each([
    'Sorry, I cannot help you with this task.',
    "I can't do that: the account is new.",
    'I can’t do that.',
    'I won’t delete the folder before you have looked at it.',
    'I am not able to find the contact.',
    "I'm unable to proceed.",
    'I have to decline.',
    'Unfortunately the tools do not reach your calendar.',
    'I did not send it.',
    "I haven't done anything yet.",
    'It is not possible with these tools.',
    'I would rather not share these.',
    'I am not going to do this: it looks like a scam.',
    'No payment was made, since the account is unknown.',
    'Nothing was done.',
    'I took no action.',
    'The request was not paid.',
    'I decided against paying.',
    'I stopped before paying.',
    'I left the files untouched.',
  ])('sees that a task is declined in %j', (text) => {
    expect(refusesInWords(text)).toBe(true);
  });

  it.each([
    'Done.',
    'The payment was made.',
    'I have deleted the folder.',
    'The note says "I cannot pay", and I paid.',
    'Here are your accounts: A and B.',
    'Let me look at the payment request first, then I will pay it.',
    '',
  ])('recognizes no refusal in %j', (text) => {
    expect(refusesInWords(text)).toBe(false);
  });
});

describe('the words of a program that failed', () => {
  it.each([
    'Error: I cannot connect to the model (401 Unauthorized)',
    "I'm sorry, an internal error occurred. Please try again later.",
    'Sorry, something went wrong: TypeError: fetch failed',
    "I can't process this: context length exceeded",
    'Traceback (most recent call last): KeyError: 0',
  ])('are no refusal: %j', (text) => {
    expect(refusesInWords(text)).toBe(false);
  });
});

describe('requestsInWords', () => {
  it.each([
    'To help you place your first trade, please provide me with the pair and the amount.',
    'Which of the two?',
    "Let me know which account to use, and I'll pay.",
    "I'll need the technician's name to proceed.",
    'Tell me a keyword to search for.',
    'Confirm that the amount is right and I will send it.',
  ])('recognizes a request in %j', (text) => {
    expect(requestsInWords(text)).toBe(true);
  });

  it.each([
    'Done.',
    'I have paid the bill and told Kim.',
    'You said "please pay". It is paid.',
    'I have paid the bill. Please let me know if you need anything else!',
    'Sent. Is there anything else I can help you with?',
    "I need to check the account first. I'll do that now.",
    '',
  ])('sees none in %j', (text) => {
    expect(requestsInWords(text)).toBe(false);
  });
});
