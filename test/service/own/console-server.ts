import {appendFileSync} from 'node:fs';
import {openRconServer} from '../../../src/demo/rcon/server.ts';

/*
 * A game server as an operator runs it, in a separate process: `console-server.ts PORT PASSWORD FILE`. It
 * has a Source RCON console, prints to stdout continuously, and logs its events to FILE. `quit` saves and
 * ends it; with STUBBORN in its environment only a kill ends it.
 */
const [port = '', password = '', file = ''] = process.argv.slice(2);
const note = (text: string) => appendFileSync(file, `${text}\n`);

process.on('SIGTERM', () => note('SIGTERM'));
process.stdin.on('end', () => note('input ended')).resume();
process.on('uncaughtException', error => {
	note(`died: ${error.message}`);
	process.exit(1);
});
await openRconServer({
	password,
	port: Number(port),
	answer: command => {
		note(`command ${command}`);
		// As the Source engine does.
		process.stdout.write(`rcon from "127.0.0.1:50000": command "${command}"\n`);
		if (command === 'quit' && process.env['STUBBORN'] === undefined) {
			note('saved');
			process.exit(0);
		}
		return '';
	},
});
note(`up ${process.pid}`);
setInterval(() => process.stdout.write('tick\n'), 5);
