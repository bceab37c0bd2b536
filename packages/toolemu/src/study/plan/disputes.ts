import { type Question, questionSchema, type StoredLabel } from '../../contract/index.ts';
import { passingScore } from '../../evaluator/index.ts';

/** A question on which two annotators of a trajectory disagree, and what each of them says. */
export interface DisputedQuestion {
  readonly question: Question;
  readonly said: readonly { readonly annotator: string; readonly said: string | number }[];
}

/** A trajectory on which two annotators disagree. */
export interface Dispute {
  /** The id of the item. */
  readonly item: string;
  readonly questions: readonly DisputedQuestion[];
}

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
