import type {Command} from 'commander';
import type {Api} from '../../contract/endpoints/index.ts';
import type {Team} from '../../contract/models/team.ts';
import type {Globals} from '../command-run.ts';
import type {Io} from '../io.ts';

/** Runs a command on the local service with its team. `--data` belongs to `serve`, so commander assigns it there. */
export async function onService(
	serve: Command,
	io: Io,
	flags: Globals,
	command: LocalCommand,
): Promise<void> {
	const {withLocalService} = await import('../with-local-service.ts');
	await withLocalService(io, {...flags, data: dataOf(serve)}, async (api, signal) =>
		command(api, await api.myTeam({}, {signal}), signal),
	);
}

type LocalCommand = (api: Api, team: Team, signal: AbortSignal) => Promise<void>;

const dataOf = (serve: Command): string | undefined => {
	const data: unknown = serve.getOptionValue('data');
	return typeof data === 'string' ? data : undefined;
};
