export { BadFileError } from '../documents/bad-file-error.ts';
export {
  isToolEmuCases,
  readToolEmuCases,
  type ToolEmuVariant,
  writeToolEmuCase,
} from './cases.ts';
export {
  type EvaluationFile,
  findToolEmuEvaluations,
  isToolEmuEvaluationFile,
  toolEmuEvaluationFileName,
  toolEmuEvaluationType,
} from './evaluation-files.ts';
export { readToolEmuEvaluations, toolEmuScoreKey, writeToolEmuEvaluations } from './evaluations.ts';
export { isToolEmuToolkits, readToolEmuToolkits } from './toolkits.ts';
export { readToolEmuTrajectories, type ToolEmuTrajectory, writeToolEmuTrajectories } from './trajectories.ts';
