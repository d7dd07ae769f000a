import {availableParallelism} from 'node:os';
import {seeded} from '../../helpers/nasty-wire.ts';
import {tryCommands} from '../hostile-commands.ts';
import {tryLineMode} from '../hostile-line-mode.ts';
import type {Outcome, Trial} from '../run.ts';

/** Every command, also of line mode, in all of its formats and with a hostile operand, again and again with other hostile texts. */
export async function run({minutes, seed, print}: Trial): Promise<Outcome> {
	const until = Date.now() + minutes * 60_000;
	const outcome: Outcome = {tried: 0, failures: [], rounds: 0};
	for (let round = seed; Date.now() < until; round++) {
		const atEnd: (() => void | Promise<void>)[] = [];
		const shared = {
			random: seeded(round),
			refuses: round % 2 === 1,
			forms: 'all' as const,
			atEnd: (end: () => void | Promise<void>) => void atEnd.push(end),
			until,
		};
		const commands = await tryCommands({...shared, atOnce: availableParallelism(), isBuilt: () => true});
		const lines = await tryLineMode(shared);
		const tried = commands.tried + lines.tried;
		const failures = [...commands.failures, ...lines.failures];
		for (const end of atEnd.toReversed()) await end();
		outcome.tried += tried;
		outcome.failures.push(...failures.map(text => `seed ${round}, ${text}`));
		print(`seed ${round}: ${tried} runs, ${failures.length} failures`);
		outcome['rounds'] = round - seed + 1;
	}
	return outcome;
}
