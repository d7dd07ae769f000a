import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import {findProgram} from './find-program.ts';
import {makeHome} from './program.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Run} from './row.ts';
import {openServedDemo} from './served-demo.ts';

const turns = 11;
const servers = 5000;
const execute = promisify(execFile);
const bundle = path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs');
const parse = `JSON.parse(require('node:fs').readFileSync(0))`;

/** Curl and a parser; undefined if it is not installed. */
type Peer = {name: string; script: string | undefined; most?: number; times: number[]};

/**
Compares `servers --json` with curl and a program that parses the response, alternating: the fastest parser, which is
V8's, and jq, which users have.
*/
export const run: Run = async () => {
	const what = '`servers --json` with 5,000 servers, relative to curl and';
	const curl = findProgram('curl');
	if (curl === undefined) return [{what, figure: 'not installed: apt-get install curl'}];
	const demo = await openServedDemo({servers});
	const {home, remove} = makeHome();
	const env = {...demo.env, PATH: process.env['PATH'], HOME: home, XDG_CACHE_HOME: path.join(home, 'cache')};
	// Reading the output here would compete for the cores.
	const output = path.join(home, 'servers.json');
	const timed = async (script: string) => {
		const startedAt = performance.now();
		await execute('/bin/sh', ['-c', script], {env: {...env, RCONDECK_STATE_DIR: path.join(home, 'state')}});
		return performance.now() - startedAt;
	};
	const {RCONDECK_URL: url = '', RCONDECK_TOKEN: token = ''} = demo.env;
	const headers = {'Application-Token': token};
	try {
		const team = (await (await fetch(`${url}/team/my`, {headers})).json()) as {id: string};
		const words = [curl, '-s', '-H', `Application-Token: ${token}`, `${url}/server/by-team/${team.id}`];
		const fetched = `'${words.join("' '")}'`;
		const jq = findProgram('jq');
		const peers: Peer[] = [
			{name: 'JSON.parse', script: `${fetched} | '${process.execPath}' -e "${parse}"`, most: 1.3, times: []},
			{name: 'jq', script: jq === undefined ? undefined : `${fetched} | '${jq}' . > '${output}'`, times: []},
		];
		const program = `'${process.execPath}' '${bundle}' servers --json > '${output}'`;
		const ours: number[] = [];
		// The first turn writes the code cache for the others, and does not count.
		for (let turn = -1; turn < turns; turn++) {
			const ms = await timed(program);
			if (turn < 0) {
				const text = readFileSync(output, 'utf8');
				const listed = (JSON.parse(text) as {servers: unknown[]}).servers.length; // As documented.
				if (listed !== servers) throw new Error(`${listed} of ${servers} servers were listed.`);
			} else ours.push(ms);
			for (const {script, times} of peers) {
				if (script === undefined) continue;
				const peer = await timed(script);
				if (turn >= 0) times.push(peer);
			}
		}
		const mine = quantile(ours, 0.5);
		return peers.map(({name, script, most, times}) => {
			if (script === undefined)
				return {what: `${what} ${name}`, figure: `not installed: apt-get install ${name}`};
			const other = quantile(times, 0.5);
			const detail = `${mine.toFixed(0)} and ${other.toFixed(0)} ms`;
			return rowOf(`${what} ${name}`, mine / other, {unit: '×', most, detail});
		});
	} finally {
		demo.close();
		remove();
	}
};
