import {spawn} from 'node:child_process';
import path from 'node:path';

const bundle = path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs');

/** The built demo as a service in a process of its own. `env`: what a client needs to reach it. */
export async function openServedDemo() {
	const args = [bundle, 'serve', '--demo', '--port', '0', '--log-level', 'error'];
	const child = spawn(process.execPath, args, {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let text = '';
	for await (const chunk of child.stdout.setEncoding('utf8').iterator({destroyOnReturn: false})) {
		text += String(chunk);
		if (text.includes('Ctrl-C')) break;
	}
	child.stdout.resume();
	const variables = [...text.matchAll(/export (RCONDECK_\w+)=(\S+)/g)];
	return {
		env: Object.fromEntries(variables.map(([, name = '', value = '']) => [name, value])),
		close: () => void child.kill(),
	};
}
