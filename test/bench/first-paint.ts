import {spawn} from 'node:child_process';
import path from 'node:path';
import {once} from 'node:events';
import {parseArgs} from 'node:util';
import {spawn as spawnPty} from '@lydell/node-pty';

/**
How long the built deck takes to its first paint, in medians and as a multiple of `node -e 0`:
`node test/bench/first-paint.ts [--runs 25] [--words SERVERS]`
*/
const {values} = parseArgs({
	options: {runs: {type: 'string', default: '25'}, words: {type: 'string', default: 'SANDBOX'}},
});
const deck = path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs');
const env = {...process.env, TERM: 'xterm-256color', CI: undefined, CONTINUOUS_INTEGRATION: undefined};

async function bareNode(): Promise<number> {
	const begun = performance.now();
	await once(spawn(process.execPath, ['-e', '0'], {stdio: 'ignore'}), 'exit');
	return performance.now() - begun;
}

/** A deck that is left with a key keeps its compiled code, as that of a person does; one that is killed does not. */
function firstPaint(leave: 'kill' | 'quit'): Promise<number> {
	const begun = performance.now();
	const pty = spawnPty(process.execPath, [deck], {cols: 120, rows: 40, env});
	return new Promise((resolve, reject) => {
		let seen = '';
		let took: number | undefined;
		pty.onData(data => {
			seen += data;
			if (!seen.includes(values.words)) return;
			took ??= performance.now() - begun;
			if (leave === 'kill') pty.kill('SIGKILL');
			else pty.write('q');
		});
		pty.onExit(() => {
			if (took !== undefined) resolve(took);
			else reject(new Error(`the deck ended before it showed "${values.words}":\n${seen}`));
		});
	});
}

await firstPaint('quit');
const bare: number[] = [];
const paints: number[] = [];
for (let run = 0; run < Number(values.runs); run++) {
	bare.push(await bareNode());
	paints.push(await firstPaint('kill'));
}
const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const ratio = median(paints) / median(bare);
console.log(
	`node -e 0: ${median(bare).toFixed(0)} ms · first paint: ${median(paints).toFixed(0)} ms · ${ratio.toFixed(1)} times`,
);
