export { createExam, type Exam, type ExamEpisode, type ExamItem } from './exam.ts';
export type { FormatCount } from './labelled-files.ts';
export { readLabelledSets } from './read-set.ts';
