import {randomUUID} from 'node:crypto';
import {setImmediate} from 'node:timers/promises';
import {loadConfig} from '../../config/load.ts';
import {notify} from '../../core/notify.ts';
import {openSession} from '../../core/session.ts';
import {systemClock} from '../../lib/clock.ts';
import {settleColours, type Look} from '../../ui/theme/choose.ts';
import {exitCodes, type ExitCode} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {journalPath} from '../journal-file.ts';
import {lateMemory} from '../late-memory.ts';
import {say} from '../output.ts';
import type {Globals} from '../program.ts';
import {writeReport} from '../report.ts';
import {openConnection} from '../session.ts';
import {noFace, settingsOf} from '../settings.ts';

const instead =
	'Commands work everywhere: rcondeck servers, rcondeck rcon NAME -- ListPlayers (see rcondeck --help).';

/** The deck itself, where there is a terminal for it. */
export async function openDeck(io: Io, globals: Globals): Promise<ExitCode> {
	const {terminal, env} = io;
	if (env['TERM'] === 'dumb' && io.stdout.isTTY) {
		say(
			io,
			`The deck cannot paint on a terminal of the type dumb: set TERM to what your terminal is. ${instead}`,
		);
		return exitCodes.wrongUsage;
	}
	if (!terminal) {
		say(io, `The deck needs a terminal for input and output. ${instead}`);
		return exitCodes.wrongUsage;
	}
	const config = loadConfig({flags: globals, env});
	const look: Look = {noColor: globals.color === false, ascii: globals.ascii ?? false, theme: config.theme};
	settleColours(env, look);
	// Colours are settled when this is loaded.
	const {mountDeck} = await import('../../ui/mount.tsx');
	const painted = Promise.withResolvers<void>();
	const connection = openConnection(io, config, {
		ready: painted.promise,
		onMissing: endpoint => {
			session.services.store.dispatch({type: 'access/missed', endpoint});
			notify(session.services, 'info', `This service does not offer ${endpoint}.`);
		},
	});
	const memory = lateMemory(async () => {
		await painted.promise;
		const {openJournal} = await import('../../journal/journal.ts');
		return openJournal({
			path: journalPath(config.stateDir),
			clock: systemClock,
			onTrouble: words => notify(session.services, 'warning', words),
		});
	});
	const session = openSession({
		api: connection.api,
		openFeed: connection.openFeed,
		clock: systemClock,
		newId: randomUUID,
		random: Math.random,
		settings: settingsOf(config),
		memory,
		face: noFace(),
	});
	const deck = mountDeck({
		services: session.services,
		...terminal,
		env,
		look,
		ending: io.ending,
		report: bug => writeReport(bug, config.stateDir, env, new Date()),
	});
	await setImmediate();
	painted.resolve();
	try {
		const outcome = await deck.waitUntilExit();
		return outcome === 'lost' ? exitCodes.hangUp : exitCodes.done;
	} finally {
		session.close();
		await memory.close();
		await connection.close();
		for (const warning of config.warnings) say(io, warning);
	}
}
