import {appendFileSync} from 'node:fs';
import {openRconServer} from '../../../src/demo/rcon/server.ts';

/*
A game server as an operator has one, in a process of its own: `console-server.ts PORT PASSWORD FILE`. It has a Source
RCON console, talks on stdout all the time, and notes in FILE what happens to it. `quit` saves and ends it; with
STUBBORN in its environment nothing does but a kill.
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
		if (command === 'quit' && process.env['STUBBORN'] === undefined) {
			note('saved');
			process.exit(0);
		}
		return '';
	},
});
note(`up ${process.pid}`);
setInterval(() => process.stdout.write('tick\n'), 5);
