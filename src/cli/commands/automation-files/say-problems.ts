import {broughtBy, type FoundProblem} from '../../../automations/find-problems.ts';
import type {Fields} from '../../../actions/automation-changes.ts';
import {type OnService, problemsOfFields, problemsOnService} from '../../../actions/automation-problems.ts';
import {isOfOwnService} from '../../../actions/preconditions.ts';
import {isFields} from '../../../contract/wire-values.ts';
import {loadCron} from '../../../lib/time/cron.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {checkMessages as messages} from '../../../messages/automations.ts';
import {ifReadable} from '../find/find-one.ts';
import type {Io} from '../../output/io.ts';
import {say} from '../../output/output.ts';
import type {Call} from '../../start/session.ts';

export const sayProblem = (io: Io, {path, text, isWarning}: FoundProblem): void =>
	say(io, printableLine(messages.problem(isWarning, path, text)));

/**
Prints the problems of an automation that is about to be sent, of an edit only those that it brings. Our service refuses it for an
error. Another one may know more, so that it is a warning there.
*/
export async function sayProblems(
	io: Io,
	call: Call,
	{before, after}: {before?: Fields | undefined; after: Fields},
): Promise<void> {
	const {api, signal, teamId} = call;
	const [cron, onService, automations] = await Promise.all([
		loadCron(),
		readOnService(call, after),
		ifReadable(async () => api.listAutomations({teamId: await teamId()}, {signal})),
	]);
	const names = automations?.items.map(({name}) => name);
	const now = Date.now();
	const find = (fields: Fields) => [
		...problemsOfFields(fields, now, cron),
		...problemsOnService(fields, {...onService, names}),
	];
	const found = before === undefined ? find(after) : broughtBy({before, after}, find);
	const isRefused = onService.servers?.some(isOfOwnService) === true;
	for (const problem of found) sayProblem(io, {...problem, isWarning: problem.isWarning || !isRefused});
}

/** Reads what an automation can name, as far as the credentials may. */
export async function readOnService(
	{api, signal, teamId, listServers}: Call,
	{targets, trigger}: Fields,
): Promise<OnService> {
	const namesNode = [targets, trigger].some(part => isFields(part) && Object.hasOwn(part, 'nodeId'));
	const [servers, nodes] = await Promise.all([
		ifReadable(() => listServers({signal})),
		namesNode ? ifReadable(async () => api.listNodes({teamId: await teamId()}, {signal})) : undefined,
	]);
	return {servers: servers?.items, nodes: nodes?.items};
}
