import {setTimeout} from 'node:timers/promises';
import {snapshotOf, type Frame} from './svg.ts';
import type {Tui} from './tui.ts';

/** How long each typed character stays in the animation, ms. */
const typingMs = 70;

/**
Plays an incident: a server is down, `!` jumps to it, `S` starts it, a command proves that it answers, and `R` prepares
a restart of another one. Frames have their own durations, independent of the program's timing.
*/
export async function recordIncident(tui: Tui): Promise<Frame[]> {
	const frames: Frame[] = [];
	const shoot = (caption: string, durationMs: number) =>
		frames.push({snapshot: snapshotOf(tui.emulator.terminal), durationMs, caption});
	const type = async (text: string, caption: string) => {
		for (const [index, letter] of [...text].entries()) {
			tui.write(letter);
			const typed = text.slice(0, index + 1).trimEnd();
			await tui.until(`"${typed}"`, () => tui.screen().includes(typed));
			shoot(caption, typingMs);
		}
	};

	tui.write('G');
	await tui.sees('CONSOLE cs2-surf');
	shoot('a server is down', 1600);

	tui.write('!');
	await tui.sees('CONSOLE cs2-scrim');
	shoot('!  jump to it', 1200);

	tui.write('S');
	await tui.sees('Do nothing');
	shoot('S  start it: the review shows the exact request', 1700);
	// A dialog ignores keys that arrive right after it opens.
	await setTimeout(1500);
	tui.write('\t');
	await tui.sees('>Start<');
	await setTimeout(1500);
	shoot('Tab, Enter  confirm', 800);
	tui.write('\r');
	await tui.until('end of the dialog', () => !tui.screen().includes('Do nothing'));
	await tui.sees(/cs2-scrim +CS2 +INITIALIZING/);
	shoot('it starts', 1500);
	await tui.sees(/cs2-scrim +CS2 +RUNNING/);
	await tui.until('end of the alert', () => !tui.screen().includes('1 down'));
	shoot('it is up', 900);

	tui.write('i');
	await tui.sees(/Enter Send/i);
	const command = 'mp_roundtime';
	await type(command, 'i  run a command');
	tui.write('\r');
	await tui.sees(new RegExp(`me +> ${command} +.*\\d+ms`));
	shoot('its answer', 1300);

	tui.write('\x1b');
	tui.write('j');
	await tui.until('next server', () => !tui.screen().includes('CONSOLE cs2-scrim'));
	tui.write('R');
	await tui.sees('Delay');
	await setTimeout(1500);
	await type('10', 'R  restart another one, later');
	tui.write('\t');
	await type('Back in {minutes} minutes', 'R  restart another one, later');
	tui.write('\r');
	await tui.sees('Do nothing');
	shoot('what players will see, what will be sent, and Do nothing by default', 3000);
	return frames;
}
