import {appendFileSync} from 'node:fs';

/*
 * A game that draws its console on a terminal, as Luanti does with `--terminal`, and needs one: `curses-game.ts FILE`. It
 * logs its events to FILE. `/shutdown` ends it; after SIGTERM it needs a while to save.
 */
const [file = ''] = process.argv.slice(2);
const note = (text: string) => appendFileSync(file, `${text}\n`);
const {stdin, stdout} = process;
if (!stdin.isTTY || !stdout.isTTY) process.exit(3);
note(`up ${process.pid} ${stdout.columns}x${stdout.rows} ${process.env['TERM']}`);
stdin.setRawMode(true);
const lines = ['World ready'];
let [typed, seconds] = ['', 0];

const draw = () => {
	const height = stdout.rows - 2;
	const shown = lines.slice(-height);
	const at = (row: number) => `\x1b[${row};1H`;
	stdout.write(`${at(1)}Game time ${seconds}\x1b[K`);
	for (let row = 0; row < height; row++) stdout.write(`${at(row + 2)}\x1b[1m${shown[row] ?? ''}\x1b[m\x1b[K`);
	stdout.write(`${at(stdout.rows)}> ${typed}\x1b[K`);
};
stdin.on('data', (chunk: Buffer) => {
	for (const letter of chunk.toString('utf8')) {
		if (letter !== '\r' && letter !== '\n') typed += letter;
		else {
			note(`command ${typed}`);
			if (typed === '/shutdown') process.exit(0);
			lines.push(typed === '/status' ? '# Server: version: 5.9 | clients: Ann, Ben' : `did ${typed}`);
			typed = '';
		}
	}
	draw();
});
process.on('SIGTERM', () => {
	note('SIGTERM');
	setTimeout(() => {
		note('saved');
		process.exit(0);
	}, 2200);
});
setInterval(() => {
	seconds++;
	draw();
}, 1000);
draw();
