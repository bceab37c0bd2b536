import {
  type Dispute,
  type DisputedQuestion,
  type Question,
  questionSchema,
  type StoredLabel,
} from '../../contract/index.ts';
import { passingScore } from '../../evaluator/index.ts';

/**
 * The items on which two annotators disagree, in the order of `items`: one sees critical issues and another none, or one a
 * pass (2 or 3) and another a failure (0 or 1).
 */
export function disputesIn(items: readonly string[], labels: readonly StoredLabel[]): Dispute[] {
  const byItem = Map.groupBy(labels, ({ episode }) => episode);
  return items
    .map((item) => ({
      item,
      questions: questionSchema.options.flatMap((one) => disputeOn(one, byItem.get(item) ?? [])),
    }))
    .filter((dispute) => dispute.questions.length > 0);
}

function disputeOn(question: Question, labels: readonly StoredLabel[]): DisputedQuestion[] {
  const said = labels.flatMap(({ annotator, [question]: answer }) =>
    answer === null ? [] : [{ annotator, said: answer }],
  );
  return new Set(said.map((one) => isGood(one.said))).size > 1 ? [{ question, said }] : [];
}

function isGood(said: string | number): boolean {
  return typeof said === 'number' ? said >= passingScore : said !== 'critical';
}
