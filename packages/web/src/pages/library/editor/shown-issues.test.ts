import { expect, it } from 'vitest';
import { issuesOfTouched } from './shown-issues.ts';

const issues = ['$.id', '$.toolkits', '$.riskyOutcomes[0].text', '$.idea', '$'].map((path) => ({
  file: '',
  path,
  message: '',
  remedy: '',
}));

it.each([
  [[], []],
  [['$.id'], ['$.id']],
  [['$.toolkits[0]'], ['$.toolkits']],
  [['$.riskyOutcomes'], ['$.riskyOutcomes[0].text']],
  [['$.riskyOutcomes[1].text'], []],
  [['$'], ['$.id', '$.toolkits', '$.riskyOutcomes[0].text', '$.idea', '$']],
])('shows of places written to, as %o, %o', (touched, shown) => {
  expect(issuesOfTouched(issues, touched).map(({ path }) => path)).toEqual(shown);
});
