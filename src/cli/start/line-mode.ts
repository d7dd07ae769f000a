import type {Config} from '../../config/load.ts';
import {offerSwitch, type SessionEnd} from './run-session.ts';
import {openTuiSession, type Place} from './tui-session.ts';
import {notify} from '../../app/kernel/state/notify.ts';
import {waitUntil} from '../../app/kernel/state/wait-until.ts';
import {consoleCommandMessages} from '../../messages/address.ts';
import {findServer, serversFor} from '../commands/find/find-servers.ts';
import {type ExitCode, exitCodes} from '../output/exit-codes.ts';
import {type Io, readingOf} from '../output/io.ts';
import {type LineModeOptions, openLineMode} from '../../line-mode/line-mode.ts';

/** Runs line mode on the current terminal. */
export async function runLineMode(
	io: Io,
	config: Config,
	terminal: NonNullable<Io['terminal']>,
	isDumb: boolean,
	place: Place,
): Promise<SessionEnd> {
	const session = openTuiSession(io, configFor(config, isDumb), Promise.resolve(), undefined, place);
	const {endWith} = offerSwitch(session);
	return run(io, session, {terminal, isDumb}).then(endWith);
}

/** Runs the console of the server with this name or id on the current terminal. Rejects if there is none. */
export async function runConsole(
	io: Io,
	config: Config,
	terminal: NonNullable<Io['terminal']>,
	word: string,
): Promise<ExitCode> {
	const isDumb = io.env['TERM'] === 'dumb';
	const session = openTuiSession(io, configFor(config, isDumb), Promise.resolve());
	const {services} = session;
	const {api, frontEnd} = services;
	frontEnd.switchProfile = () => notify(services, 'warning', consoleCommandMessages.otherProfile);
	const findServerOnce = async () => {
		const signal = io.ending;
		const listServers = async () => {
			const {id: teamId} = await api.myTeam({}, {signal});
			return api.listServers({teamId}, {signal});
		};
		const {id} = findServer(await serversFor(io, {signal, listServers}, [word]), word);
		await waitUntil(services, ({fleet}) => fleet.at !== undefined || fleet.problem !== undefined);
		return id;
	};
	const found = await findServerOnce().catch(async (error: unknown) => {
		await session.close();
		throw error;
	});
	return run(io, session, {terminal, isDumb, consoleOf: found});
}

/** A dumb terminal has no clipboard: copies are then reported as written to a file only. */
const configFor = (config: Config, isDumb: boolean): Config =>
	isDumb ? {...config, settings: {...config.settings, clipboard: 'off'}} : config;

type Running = {terminal: NonNullable<Io['terminal']>} & Pick<LineModeOptions, 'isDumb' | 'consoleOf'>;

async function run(
	io: Io,
	session: ReturnType<typeof openTuiSession>,
	{terminal, ...options}: Running,
): Promise<ExitCode> {
	const {services} = session;
	const stream = openLineMode({services, ...terminal, ...options, env: io.env, ending: readingOf(io)});
	io.diagnostics?.onReached('lineMode');
	try {
		const outcome = await stream.waitUntilExit();
		return outcome === 'lost' || io.unread?.aborted ? exitCodes.hangUp : exitCodes.done;
	} finally {
		await session.close();
	}
}
