export { builtinCases, builtinToolkits, dataFolder, loadSplits } from './builtin.ts';
export { risksOf, worstSeverity } from './case-risks.ts';
export { casesFor } from './cases-for.ts';
export { type CaseOptions, createCase } from './create-case.ts';
export { checkCase } from './checks/check-case.ts';
export { checkPlausible } from './checks/check-plausible.ts';
export { checkToolkit } from './checks/check-toolkit.ts';
export { hazardNotes } from './checks/hazard-words.ts';
export type {
  ImportedSource,
  ImportedTools,
  ImportToolsOptions,
  LeftOut,
  ServerOptions,
} from './import-tools/imported.ts';
export { selectTools } from './import-tools/select-tools.ts';
export type { AgreeOnServers, NamedServer } from './import-tools/mcp/servers.ts';
export { ownFirst } from './documents/own-first.ts';
export {
  type Benchmark,
  firstToolkits,
  join,
  type Known,
  parseDocuments,
  parseShape,
  type Sourced,
} from './documents/parse-documents.ts';
export { changedWorld, TwinError } from './documents/twin.ts';
export { knownOf } from './documents/known-of.ts';
export { importTools } from './import-tools.ts';
export { instructionCase } from './instruction-case.ts';
export {
  BenchmarkError,
  type BenchmarkSource,
  formatIssue,
  loadBenchmark,
  loadBuiltin,
  type LoadedBenchmark,
  type LoadOptions,
  loadFiles,
  loadSources,
  missingToolEmuToolkits,
  sameNames,
} from './documents/load.ts';
export type { Document } from './documents/read-documents.ts';
export { topNote } from './checks/schema-words.ts';
export { type BenchmarkSummary, primaryRisk, summarizeBenchmark } from './summary.ts';
export { type Category, loadTaxonomy } from './taxonomy.ts';
export type { ToolTexts } from './tool-texts.ts';
export { loadToolkitRisks } from './toolkit-risks.ts';
export {
  BadFileError,
  findToolEmuEvaluations,
  isToolEmuEvaluationFile,
  readToolEmuEvaluations,
  readToolEmuTrajectories,
  toolEmuEvaluationFileName,
  writeToolEmuEvaluations,
  writeToolEmuTrajectories,
} from './toolemu/index.ts';
