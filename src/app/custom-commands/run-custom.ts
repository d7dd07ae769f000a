import type {GameServer} from '../../contract/models/server.ts';
import type {ProgramToRun} from '../../lib/run-programs.ts';
import {customMessages, type CustomCommand} from '../../messages/custom-commands.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {fillWords, serverVariables, usesServer} from './fill.ts';

/** Runs the program of a command: once per server if it has placeholders, one after another. */
export async function runOnServers(
	services: Services,
	custom: CustomCommand,
	servers: readonly GameServer[],
): Promise<void> {
	const {frontEnd, settings} = services;
	const {kind, background, title} = custom;
	const targets: readonly (GameServer | undefined)[] = usesServer(custom.words)
		? servers
		: servers.slice(0, 1);
	const programs: ProgramToRun[] = [];
	for (const server of targets.length === 0 ? [undefined] : targets) {
		const filled = fillWords(custom, server);
		if ('problem' in filled) {
			notify(services, 'warning', filled.problem);
			return;
		}
		const words = kind === 'rcondeck' ? [...ownWords(settings), ...filled.words] : filled.words;
		programs.push({
			words,
			isOwn: kind === 'rcondeck',
			variables: [['RCONDECK_PROFILE_NAME', settings.profile.name], ...serverVariables(server)],
		});
	}
	const problem = await frontEnd.runPrograms(programs, {background});
	if (problem !== undefined) notify(services, 'failure', customMessages.failed(title, problem));
	else if (background) notify(services, 'done', customMessages.done(title));
}

/** Returns the command line that runs this program on the same service. */
const ownWords = ({self = [], profile, readOnly}: Services['settings']): string[] => [
	...self,
	...profile.words,
	...(readOnly ? ['--read-only'] : []),
];
