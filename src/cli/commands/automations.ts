import type {Command} from 'commander';
import type {Automation} from '../../contract/models/automation.ts';
import {automationColumns} from '../../app/automations/automation-columns.ts';
import {endpoints} from '../../contract/endpoints/index.ts';
import {requestOf} from '../../contract/request.ts';
import {
	asRead,
	changesIn,
	checkNew,
	editedRecord,
	overtakenFields,
	type Fields,
} from '../../actions/automation-changes.ts';
import {triggerAutomation} from '../../actions/automations.ts';
import {addAction} from '../actions/run.ts';
import {printableLine} from '../../lib/text.ts';
import {writeRequests} from '../dry-run.ts';
import {CommandError, exitCodes} from '../exit-codes.ts';
import {findOne, listFor, namesIn} from '../find-one.ts';
import type {Io} from '../io.ts';
import {readBody, type BodyOptions} from '../json-body.ts';
import {writeList} from '../listing.ts';
import {asSent, printedColumns, type Column, say, sayAccepted, writeJson} from '../output.ts';
import type {Run} from '../command-run.ts';
import {withService, type Call} from '../session.ts';
import {automationCommandMessages} from '../../messages/cli-automations.ts';
import {cliOptionMessages, findMessages} from '../../messages/cli-options.ts';

type Options = {json?: true; dryRun?: true};

const printed = ['name', 'enabled', 'steps'] as const;

const columns: Column<Automation>[] = [
	...printedColumns(automationColumns, printed, (automation: Automation) => ({automation})),
	{header: 'DESCRIPTION', value: ({description}) => description},
	{header: 'ID', value: ({id}) => id},
];

export function addAutomations(program: Command, run: Run): void {
	const automations = program.command('automations').description(automationCommandMessages.description);
	automations
		.command('list', {isDefault: true})
		.description(automationCommandMessages.listDescription)
		.option('--json', cliOptionMessages.json)
		.action(
			run((io, flags, {json}: Options) =>
				withService(io, flags, async ({api, signal, teamId}) => {
					const list = await api.listAutomations({teamId: await teamId()}, {signal});
					writeList(io, {
						...list,
						plural: 'automations',
						columns,
						empty: automationCommandMessages.noAutomations,
						json,
					});
					return exitCodes.done;
				}),
			),
		);
	addChanges(automations, run);
	addAction(automations, run, triggerAutomation);
}

function addChanges(automations: Command, run: Run): void {
	automations
		.command('create')
		.description(automationCommandMessages.createDescription)
		.option('-f, --file <file>', automationCommandMessages.fileHelp)
		.option('-d, --data <json>', automationCommandMessages.dataHelp)
		.option('--dry-run', automationCommandMessages.dryRunHelp)
		.option('--json', cliOptionMessages.json)
		.action(
			run(async (io, flags, options: Options & BodyOptions) => {
				const fields = await readBody(io, options);
				return withService(io, flags, async call => {
					const {api, signal, consent} = call;
					const teamId = await call.teamId();
					const input = {name: '', ...fields, teamId};
					checkNew(fields, teamId);
					const request = requestOf(endpoints.createAutomation, input);
					if (options.dryRun) return writeRequests(io, [request], options.json);
					const name = printableLine(input.name);
					await consent({
						verb: automationCommandMessages.createVerb,
						act: automationCommandMessages.createAct(name),
						risk: 'review',
						word: name,
					});
					const recorded = {action: 'create-automation', input: {name: input.name}} as const;
					const answer = await call.record(recorded, {signal}, () => api.createAutomation(input, {signal}));
					const {record: created} = answer;
					if (options.json) writeJson(io, {automations: created ? [asSent(created)] : []});
					else if (created) io.stdout.write(`${printableLine(created.id)}\n`);
					sayAccepted(io, automationCommandMessages.created(name), answer);
					return exitCodes.done;
				});
			}),
		);
	automations
		.command('edit')
		.description(automationCommandMessages.editDescription)
		.argument('<automation>', findMessages.nameHelp)
		.option('-f, --file <file>', automationCommandMessages.fileHelp)
		.option('-d, --data <json>', automationCommandMessages.dataHelp)
		.option('--dry-run', automationCommandMessages.dryRunHelp)
		.option('--json', cliOptionMessages.json)
		.action(
			run(async (io, flags, options: Options & BodyOptions, [word = '']) => {
				const fields = await readBody(io, options);
				return withService(io, flags, async call => {
					const {api, signal} = call;
					const {id: automationId, name, record} = await automationOf(io, call, word);
					const changes = changesIn(fields, record ?? {id: automationId});
					const requestFor = (body: Fields) => requestOf(endpoints.editAutomation, {...body, automationId});
					const names = Object.keys(changes).join(', ');
					if (!record) say(io, automationCommandMessages.cannotBeReadFirst(name, names));
					const planned = requestFor(editedRecord(record ?? {}, changes));
					if (options.dryRun) return writeRequests(io, [planned], options.json);
					const yes = flags.yes === true;
					const based = {...record, ...versionIn(fields)};
					if (record) await askAboutOthers(io, call, {name, fields: overtakenFields(based, record, {}), yes});
					await call.consent({
						verb: automationCommandMessages.editVerb,
						act: automationCommandMessages.editAct(names, name),
						risk: 'review',
						word: name,
					});
					const now = record && (await recordNow(call, automationId, name));
					if (now) await askAboutOthers(io, call, {name, fields: overtakenFields(record, now, changes), yes});
					const body = editedRecord(now ?? {}, changes);
					requestFor(body);
					const recorded = {action: 'edit-automation', input: {automationId, name}} as const;
					const {record: edited} = await call.record(recorded, {signal}, () =>
						api.editAutomation({...body, automationId}, {signal}),
					);
					if (options.json) writeJson(io, {automations: edited ? [asSent(edited)] : []});
					say(io, automationCommandMessages.changed(name));
					return exitCodes.done;
				});
			}),
		);
}

/** The version that the given fields come from, where they say so. */
const versionIn = ({updatedAt}: Fields): Fields => (updatedAt === undefined ? {} : {updatedAt});

/** The record just before it is overwritten. */
async function recordNow({api, signal, teamId}: Call, automationId: string, name: string): Promise<Fields> {
	const {items} = await api.listAutomations({teamId: await teamId()}, {signal});
	const found = items.find(({id}) => id === automationId);
	if (found) return asRead(found);
	throw new CommandError(automationCommandMessages.gone(name), exitCodes.notFound);
}

/** Whoever would overwrite what somebody else has changed must agree to that. */
async function askAboutOthers(
	io: Io,
	{consent}: Call,
	{name, fields, yes}: {name: string; fields: readonly string[]; yes: boolean},
): Promise<void> {
	if (fields.length === 0) return;
	const what = automationCommandMessages.changedByOther(name, fields.join(', '));
	if (yes) say(io, automationCommandMessages.overwritten(what));
	const asked = {
		verb: automationCommandMessages.editVerb,
		act: automationCommandMessages.overwriteAct(what),
		risk: 'review',
		word: name,
	} as const;
	await consent(asked).catch((cause: unknown) => {
		if (!(cause instanceof CommandError)) throw cause;
		throw new CommandError(automationCommandMessages.overwriteRefused(what), exitCodes.conflict);
	});
}

/** The automation that a word means: its name for people, and its record where it is listed. */
async function automationOf(
	io: Io,
	{api, signal, teamId}: Call,
	word: string,
): Promise<{id: string; name: string; record: Fields | undefined}> {
	const records = new Map<string, Fields>();
	const list = await listFor(io, 'automations', [word], async () => {
		const read = await api.listAutomations({teamId: await teamId()}, {signal});
		for (const automation of read.items) records.set(automation.id, asRead(automation));
		return namesIn(read, ({name}) => name);
	});
	const id = findOne('automation', list, word, cliOptionMessages.whereAutomationsAre);
	const name = list?.find(named => named.id === id)?.names[0] ?? id;
	return {id, name: printableLine(name), record: records.get(id)};
}
