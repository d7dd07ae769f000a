import {appendFileSync} from 'node:fs';
import {openRconServer} from '../../../src/demo/rcon/server.ts';

/*
 * A game server of the cluster trial: `game.ts PORT PASSWORD FILE`. It has a Source RCON console and logs to FILE, with the
 * time, each start and each command that the trial sends: what happened, however often it was reported.
 */
const [port = '', password = '', file = ''] = process.argv.slice(2);
const note = (text: string) => appendFileSync(file, `${Date.now()} ${text}\n`);

await openRconServer({
	password,
	port: Number(port),
	answer: command => {
		if (command === 'quit') process.exit(0);
		const [verb, word = ''] = command.split(' ', 2);
		if (verb !== 'say') return '';
		note(`command ${word}`);
		return `heard-${word}`;
	},
});
note('up');
process.on('SIGTERM', () => process.exit(0));
