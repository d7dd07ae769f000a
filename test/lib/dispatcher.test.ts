import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {expect, test} from 'vitest';

const source = JSON.stringify('(function add(one, other) { return one + other; })');
const module = path.resolve(import.meta.dirname, '../../src/lib/dispatcher.ts');
const make = `process.stdout.write(new (require('node:vm').Script)(${source}).createCachedData().toString('base64'))`;
const use = `
	import {createServer} from 'node:http';
	import {Script} from 'node:vm';
	import {openNetwork} from ${JSON.stringify(module)};
	const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1', () => {
		const {dispatcher} = openNetwork({}, {tunnels: false});
		const origin = 'http://127.0.0.1:' + server.address().port;
		dispatcher.dispatch({origin, path: '/', method: 'GET'}, {
			onResponseEnd: () => {
				const cachedData = Buffer.from(process.argv[1], 'base64');
				const {cachedDataRejected} = new Script(${source}, {cachedData});
				process.stdout.write(cachedDataRejected ? 'rejected' : 'taken', () => process.exit());
			},
			onResponseError: (_, error) => { throw error; },
		});
	});`;

test('the first connection keeps the V8 flags that the code cache was built with', () => {
	const run = (...given: string[]) => execFileSync(process.execPath, given, {encoding: 'utf8'});
	const cachedData = run('-e', make);
	expect(run('--input-type=module', '-e', use, cachedData)).toBe('taken');
});
