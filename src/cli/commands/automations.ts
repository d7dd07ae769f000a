import type {Command} from 'commander';
import type {Automation} from '../../contract/models/automation.ts';
import {endpoints} from '../../contract/endpoints/index.ts';
import {requestOf} from '../../contract/request.ts';
import {frictionOf, triggerFriction} from '../../core/friction.ts';
import {printableLine} from '../../lib/text.ts';
import {checkedRequest, writeRequests} from '../dry-run.ts';
import {exitCodes} from '../exit-codes.ts';
import {findOne, listFor, nameHelp, namesIn} from '../find-one.ts';
import {findServer, serverHelp, serversFor} from '../find-servers.ts';
import type {Io} from '../io.ts';
import {readBody, type BodyOptions} from '../json-body.ts';
import {writeList} from '../listing.ts';
import {say, sayAccepted, writeJson, type Column} from '../output.ts';
import type {Run} from '../program.ts';
import {withService, type Call} from '../session.ts';

type Options = {json?: true; dryRun?: true};
type TriggerOptions = Options & {target?: string[]};

const columns: Column<Automation>[] = [
	{title: 'NAME', of: ({name}) => name},
	{title: 'ENABLED', of: ({enabled}) => (enabled === undefined ? undefined : enabled ? 'yes' : 'no')},
	{title: 'STEPS', of: ({workflow}) => (Array.isArray(workflow) ? workflow.length : undefined)},
	{title: 'DESCRIPTION', of: ({description}) => description},
	{title: 'ID', of: ({id}) => id},
];

export function addAutomations(program: Command, run: Run): void {
	const automations = program.command('automations').description('List the automations, or change them');
	automations
		.command('list', {isDefault: true})
		.description('List the automations of the team')
		.option('--json', 'write one JSON document')
		.action(
			run((io, flags, {json}: Options) =>
				withService(io, flags, async ({api, signal, teamId}) => {
					const list = await api.listAutomations({teamId: await teamId()}, {signal});
					writeList(io, {
						...list,
						plural: 'automations',
						columns,
						empty: 'The team has no automations.',
						json,
					});
					return exitCodes.done;
				}),
			),
		);
	addChanges(automations, run);
	automations
		.command('trigger')
		.description('Start a run of an automation now')
		.argument('<automation>', nameHelp)
		.option('--target <server...>', `on these servers instead of its own targets: ${serverHelp}`)
		.option('--dry-run', 'write the exact request, and send nothing')
		.option('--json', 'write one JSON document')
		.action(
			run((io, flags, {target, dryRun, json}: TriggerOptions, [word = '']) =>
				withService(io, flags, async call => {
					const {api, signal, consent} = call;
					const automation = await automationOf(io, call, word);
					const servers = target && (await serversFor(io, call, target));
					const targetIds = target?.map(name => findServer(servers, name).id);
					const input = {automationId: automation.id, ...(targetIds && {targetIds})};
					if (dryRun) return writeRequests(io, [requestOf(endpoints.triggerAutomation, input)], json);
					const name = printableLine(automation.name ?? automation.id);
					await consent({
						verb: 'automations trigger',
						act: `Trigger ${name}`,
						friction: triggerFriction(automation.workflow),
						word: name,
					});
					const {record: started} = await api.triggerAutomation(input, {signal});
					if (json) writeJson(io, {runs: started ? [started] : []});
					say(io, `${name} is triggered${started ? `: run ${printableLine(started.id)}` : ''}.`);
					return exitCodes.done;
				}),
			),
		);
}

function addChanges(automations: Command, run: Run): void {
	automations
		.command('create')
		.description('Create an automation from JSON: name, description, enabled, targets, workflow, trigger')
		.option('-f, --file <file>', 'the JSON is in this file; - reads stdin')
		.option('-d, --data <json>', 'the JSON itself')
		.option('--dry-run', 'write the exact request, and send nothing')
		.option('--json', 'write one JSON document')
		.action(
			run(async (io, flags, options: Options & BodyOptions) => {
				const fields = await readBody(io, options);
				return withService(io, flags, async ({api, signal, teamId, consent}) => {
					const input = {name: '', ...fields, teamId: await teamId()};
					const request = checkedRequest(() => requestOf(endpoints.createAutomation, input));
					if (options.dryRun) return writeRequests(io, [request], options.json);
					const name = printableLine(input.name);
					await consent({
						verb: 'automations create',
						act: `Create the automation ${name}`,
						friction: frictionOf.createAutomation,
						word: name,
					});
					const answer = await api.createAutomation(input, {signal});
					const {record: created} = answer;
					if (options.json) writeJson(io, {automations: created ? [created] : []});
					else if (created) io.stdout.write(`${printableLine(created.id)}\n`);
					sayAccepted(io, `${name} is created.`, answer);
					return exitCodes.done;
				});
			}),
		);
	automations
		.command('edit')
		.description('Change fields of an automation; what the JSON does not name stays')
		.argument('<automation>', nameHelp)
		.option('-f, --file <file>', 'the JSON is in this file; - reads stdin')
		.option('-d, --data <json>', 'the JSON itself')
		.option('--dry-run', 'write the exact request, and send nothing')
		.option('--json', 'write one JSON document')
		.action(
			run(async (io, flags, options: Options & BodyOptions, [word = '']) => {
				const fields = await readBody(io, options);
				return withService(io, flags, async call => {
					const automation = await automationOf(io, call, word);
					const input = {...fields, automationId: automation.id};
					const request = checkedRequest(() => requestOf(endpoints.editAutomation, input));
					if (options.dryRun) return writeRequests(io, [request], options.json);
					const name = printableLine(automation.name ?? automation.id);
					const act = `Change ${Object.keys(fields).join(', ')} of ${name}`;
					await call.consent({
						verb: 'automations edit',
						act,
						friction: frictionOf.editAutomation,
						word: name,
					});
					const {record: edited} = await call.api.editAutomation(input, {signal: call.signal});
					if (options.json) writeJson(io, {automations: edited ? [edited] : []});
					say(io, `${name} is changed.`);
					return exitCodes.done;
				});
			}),
		);
}

/** The automation that a word means; of one that is not listed only the id is known. */
async function automationOf(
	io: Io,
	{api, signal, teamId}: Call,
	word: string,
): Promise<Partial<Automation> & {id: string}> {
	let items: readonly Automation[] = [];
	const list = await listFor(io, 'automations', [word], async () => {
		const answer = await api.listAutomations({teamId: await teamId()}, {signal});
		items = answer.items;
		return namesIn(answer, ({name}) => name);
	});
	const id = findOne('automation', list, word, 'rcondeck automations lists names and ids.');
	const name = list?.find(named => named.id === id)?.names[0];
	return items.find(automation => automation.id === id) ?? {id, name};
}
