// Runs on Node 20.19 and newer: installs the packages if needed, then runs scripts/start.ts or test.ts on the Node that npm installed.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, lstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** @param {string} path */
const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const ownNode = inRoot('node_modules/.bin/node');
/** npm writes this file at the end of a successful installation. */
const installMarker = inRoot('node_modules/.package-lock.json');
/** Not in node_modules, which npm ci empties. */
const installLog = inRoot('install.log');
/** How many lines of the log are printed if the installation fails. */
const SHOWN_LINES = 12;

/**
 * @param {string} sentence
 * @returns {never}
 */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) refuse(`Vonk needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

function isInstalled() {
  if (!existsSync(installMarker) || !existsSync(ownNode)) return false;
  return statSync(installMarker).mtimeMs >= statSync(inRoot('package-lock.json')).mtimeMs;
}

/** The last lines of the log that npm marks as errors; without any, its last lines. */
function lastErrors() {
  const lines = readFileSync(installLog, 'utf8').trimEnd().split('\n');
  const errors = lines.filter((line) => line.startsWith('npm error'));
  return (errors.length > 0 ? errors : lines).slice(-SHOWN_LINES).join('\n');
}

function install() {
  // npm ci would empty the folder that a linked node_modules points at.
  const isLink = lstatSync(inRoot('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink();
  if (isLink) refuse('node_modules is a link; install there yourself.');
  console.log('Installing the packages (npm ci, usually about a minute) …');
  const log = openSync(installLog, 'w');
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', log, log] });
  closeSync(log);
  if (error) refuse(`npm could not be run: ${error.message}`);
  if (status !== 0) refuse(`${lastErrors()}\nnpm ci failed; all that it said is in ${installLog}`);
  if (!existsSync(ownNode)) refuse('npm ci brought no Node for this machine; see docs/decisions/0001-bring-node-from-npm.md.');
}

/**
 * Runs a script on the installed Node and exits with its code. Signals are passed on. The message channel closes when this process ends,
 * even if it is killed, and the child then ends, too.
 * @param {string} script
 * @param {string[]} args
 */
function handOver(script, args) {
  const path = `${inRoot('node_modules/.bin')}:${process.env.PATH ?? ''}`;
  const child = spawn(ownNode, [inRoot(`scripts/${script}.ts`), ...args], {
    cwd: root,
    // The same programs are started often: Node stores their compiled code.
    env: { NODE_COMPILE_CACHE: inRoot('node_modules/.cache/node'), ...process.env, PATH: path },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  process.on('SIGINT', () => child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  child.on('error', (error) => refuse(`The installed Node does not start: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

const [script, ...args] = process.argv.slice(2);
if (script !== 'start' && script !== 'test') refuse('setup.mjs hands over to "start" or "test".');
checkNode();
if (!isInstalled()) install();
handOver(script, args);
