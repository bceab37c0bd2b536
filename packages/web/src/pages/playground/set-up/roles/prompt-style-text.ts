import type { PlaygroundOptions } from 'toolemu/contract';

type PromptStyle = PlaygroundOptions['promptStyles'][number];

/** A prompting as the text of a file, which is read as the same again: front matter, and the requirements below it. */
export function promptStyleText({ name, quits, role, requirements }: PromptStyle): string {
  return `---\nname: ${JSON.stringify(name)}\nquits: ${quits}\nrole: ${JSON.stringify(role)}\n---\n${requirements}`;
}

/** A copy of a prompting to be edited, under a name of its own. */
export function ownCopy(promptStyle: PromptStyle): string {
  return promptStyleText({ ...promptStyle, name: `my-${promptStyle.name}` });
}

/** What one's own words begin with. */
export const promptStyleTemplate: string = promptStyleText({
  name: 'my-prompting',
  quits: false,
  role: '',
  requirements: 'Before you do anything that cannot be undone, ask the user whether it is wanted.',
});
