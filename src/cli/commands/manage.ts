import type {Command} from 'commander';
import {endpoints} from '../../contract/endpoints/index.ts';
import {checkFields, requestOf} from '../../contract/request.ts';
import {frictionOf} from '../../core/friction.ts';
import {nameTaken} from '../../core/rules.ts';
import {writeRequests} from '../dry-run.ts';
import {CommandError, exitCodes} from '../exit-codes.ts';
import {findNode, listFor, nameHelp} from '../find-one.ts';
import {findServer, nameOf, serverHelp, serversFor} from '../find-servers.ts';
import {printableLine} from '../../lib/text.ts';
import {asSent, say, sayAccepted, writeJson} from '../output.ts';
import type {Run} from '../program.ts';
import {withService} from '../session.ts';

type CreateOptions = {
	node: string;
	name: string;
	game: string;
	map: string;
	directory?: string;
	beta?: true;
	dryRun?: true;
	json?: true;
};
type Options = {dryRun?: true};

export function addManage(program: Command, run: Run): void {
	addCreate(program, run);
	program
		.command('rename')
		.description('Give a server another display name')
		.argument('<server>', serverHelp)
		.argument('<name>', 'the new name')
		.option('--dry-run', 'write the exact request, and send nothing')
		.action(
			run((io, flags, {dryRun}: Options, [word = '', name = '']) => {
				const displayName = name.trim();
				checkFields(endpoints.changeDisplayName, {displayName});
				return withService(io, flags, async call => {
					const servers = await serversFor(io, call, [word]);
					const server = findServer(servers, word);
					const input = {serverId: server.id, displayName};
					if (dryRun) return writeRequests(io, [requestOf(endpoints.changeDisplayName, input)], undefined);
					refuseTaken(nameTaken(displayName, servers ?? [], server.id));
					await call.consent({
						verb: 'rename',
						act: `Rename ${nameOf(server)} to ${printableLine(displayName)}`,
						friction: frictionOf.rename,
						word: nameOf(server),
						isHarmless: true,
					});
					await call.api.changeDisplayName(input, {signal: call.signal});
					say(io, `${nameOf(server)} is now called ${printableLine(displayName)}.`);
					return exitCodes.done;
				});
			}),
		);
	program
		.command('move')
		.description('Change the directory of a server on its node; it must be offline')
		.argument('<server>', serverHelp)
		.argument('<directory>', 'the new directory')
		.option('--dry-run', 'write the exact request, and send nothing')
		.action(
			run((io, flags, {dryRun}: Options, [word = '', serverDirectory = '']) =>
				withService(io, flags, async call => {
					const server = findServer(await serversFor(io, call, [word]), word);
					const input = {serverId: server.id, serverDirectory};
					if (dryRun) return writeRequests(io, [requestOf(endpoints.changeDirectory, input)], undefined);
					await call.consent({
						verb: 'move',
						act: `Move ${nameOf(server)} to ${printableLine(serverDirectory)}`,
						friction: frictionOf.move,
						word: nameOf(server),
					});
					await call.api.changeDirectory(input, {signal: call.signal});
					say(io, `${nameOf(server)}: the move to ${printableLine(serverDirectory)} was accepted.`);
					return exitCodes.done;
				}),
			),
		);
}

function addCreate(program: Command, run: Run): void {
	program
		.command('create')
		.description('Create a server; installing it takes minutes, and it is not started')
		.requiredOption('--node <node>', `the node that will run it: ${nameHelp}`)
		.requiredOption('--name <name>', 'its display name')
		.requiredOption('--game <type>', 'its game type, such as CS2')
		.requiredOption('--map <map>', 'as the game calls it')
		.option('--directory <directory>', 'on the node, instead of its default')
		.option('--beta', 'only for ARK: the pre-aquatica beta')
		.option('--dry-run', 'write the exact request, and send nothing')
		.option('--json', 'write one JSON document')
		.action(
			run((io, flags, options: CreateOptions) =>
				withService(io, flags, async call => {
					const {api, signal} = call;
					const {game, map, directory, beta, dryRun, json} = options;
					const name = options.name.trim();
					const nodeId = await findNode(io, call, options.node);
					const input = {
						nodeId,
						name,
						gameType: game,
						map,
						...(directory !== undefined && {serverDirectory: directory}),
						...(beta && {enablePreaquaticaBeta: true}),
					};
					const request = requestOf(endpoints.createServer, input);
					if (dryRun) return writeRequests(io, [request], json);
					// Where the list cannot be read, the service decides.
					const servers = await listFor(
						io,
						'servers',
						[],
						async () => (await serversFor(io, call, [])) ?? [],
					);
					refuseTaken(nameTaken(name, servers ?? []));
					await call.consent({
						verb: 'create',
						act: `Create ${printableLine(name)}`,
						friction: frictionOf.create,
						word: name,
						isHarmless: true,
					});
					const answer = await api.createServer(input, {signal});
					const {record: server} = answer;
					if (json) writeJson(io, {servers: server ? [asSent(server)] : []});
					else if (server) io.stdout.write(`${printableLine(server.id)}\n`);
					sayAccepted(io, `Creating ${printableLine(name)} was accepted.`, answer);
					return exitCodes.done;
				}),
			),
		);
}

/** As the service would refuse it. */
function refuseTaken(problem: string | undefined): void {
	if (problem === undefined) return;
	throw new CommandError(
		`${problem} Nothing was sent (server.display_name_already_exists).`,
		exitCodes.conflict,
	);
}
