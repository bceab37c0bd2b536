#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `toolemu needs Node 22.19 or newer, and this is ${process.versions.node}. In a checkout of its repository, \`npx toolemu\` brings its own.\n`,
  );
  process.exit(1);
}
const { enableCompileCache } = await import('node:module');
enableCompileCache();
const { escapeOutputOfNode, main } = await import('../dist/cli/main.js');
escapeOutputOfNode();
await main(process.argv.slice(2));
// What failed may have left timers and connections of users' modules open.
if (process.exitCode) setTimeout(() => process.exit(), 1000).unref();
