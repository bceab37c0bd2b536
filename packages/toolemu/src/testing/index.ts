/**
 * Doubles for tests of agents, emulators and evaluators.
 *
 * @module toolemu/testing
 */

export { createScriptedModel, type Script, type ScriptedModel, type ScriptedReply } from './scripted-model.ts';
