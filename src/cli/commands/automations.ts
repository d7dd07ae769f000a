import {loadCron} from '../../lib/time/cron.ts';
import {describe} from './describe.ts';
import type {Command} from 'commander';
import type {Accepted} from '../../contract/models/accepted.ts';
import type {Automation} from '../../contract/models/automation.ts';
import type {Fields} from '../../actions/automation-changes.ts';
import type {Plan} from '../../actions/plan.ts';
import {isFields} from '../../contract/wire-values.ts';
import {triggerAutomation} from '../../actions/automation-runs.ts';
import {
	createAutomation,
	deleteAutomation,
	disableAutomation,
	editAutomation,
	enableAutomation,
} from '../../actions/automations.ts';
import {sayProblems} from './automation-files/say-problems.ts';
import {addCheck} from './automation-files/check-command.ts';
import {takeTemplate, writeTemplate} from './automation-files/write-template.ts';
import {contextOf} from './actions/context.ts';
import {declareAction, readActionArguments, writeRequests} from './actions/options.ts';
import {type ActionOptions, addAction, confirmPlan, plainRequests, planOf} from './actions/run.ts';
import {factsOfAutomation, serversById} from './automation-facts.ts';
import {CommandError, exitCodes} from '../output/exit-codes.ts';
import {writeFacts} from '../output/fact-list.ts';
import {findOne, listFor, namesIn} from './find/find-one.ts';
import type {Io} from '../output/io.ts';
import {type BodyOptions, readBody} from './json-body.ts';
import {columnsOfAutomations} from '../output/list-columns.ts';
import {writeList} from '../output/listing.ts';
import {asSent, say, sayDone, writeJson} from '../output/output.ts';
import {formatOption, jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {type Call, withService} from '../start/session.ts';
import {cliAutomationMessages} from '../../messages/automations.ts';
import {cliOptionMessages, findMessages} from '../../messages/cli.ts';

export function addAutomations(program: Command, run: Run): void {
	const automations = describe(program.command('automation').alias('automations'), cliAutomationMessages);
	describe(automations.command('list', {isDefault: true}), cliAutomationMessages.list)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags) =>
				withService(io, flags, async ({api, signal, teamId}) => {
					const list = await api.listAutomations({teamId: await teamId()}, {signal});
					const read = {cron: await loadCron(), now: Date.now()};
					writeList(io, {
						...list,
						plural: 'automations',
						columns: wide => columnsOfAutomations(wide, read),
						idOf: ({id}) => id,
						empty: cliAutomationMessages.noAutomations,
					});
				}),
			),
		);
	addShow(automations, run);
	addAction(automations, run, createAutomation, {
		declare: command => takeTemplate(takeJson(command)),
		preset: async (io, options: BodyOptions) => readJsonField(io, options),
		notes: (io, call, plan) => sayProblems(io, call, {after: bodyOf(plan)}),
		instead: writeTemplate,
	});
	addEdit(automations, run);
	addAction(automations, run, triggerAutomation, {waitsFor: 'run'});
	for (const action of [enableAutomation, disableAutomation, deleteAutomation])
		addAction(automations, run, action);
	addCheck(automations, run);
}

function addShow(automations: Command, run: Run): void {
	describe(automations.command('show'), cliAutomationMessages.show)
		.argument('<automation>', findMessages.nameHelp)
		.addOption(jsonOption())
		.action(
			run((io, flags, {json}: {json?: true}, [word = '']) =>
				withService(io, flags, async call => {
					const {api, signal} = call;
					const teamId = await call.teamId();
					let listed: readonly Automation[] = [];
					const names = await listFor(io, 'automations', [word], async () => {
						const list = await api.listAutomations({teamId}, {signal});
						listed = list.items;
						return namesIn(io, list, ({name}) => name);
					});
					const automationId = findOne('automation', names, word, cliOptionMessages.whereAutomationsAre);
					const known = listed.find(({id}) => id === automationId);
					const automation = known ?? (await api.getAutomation({automationId}, {signal}));
					if (json) writeJson(io, {automation: asSent(automation)});
					else {
						const [servers, cron] = await Promise.all([serversById(call, teamId), loadCron()]);
						writeFacts(io, factsOfAutomation(automation, {servers, cron, now: Date.now()}));
					}
				}),
			),
		);
}

const takeJson = (command: Command) =>
	command
		.option('-f, --file <file>', cliAutomationMessages.fileHelp)
		.option('-d, --data <json>', cliAutomationMessages.dataHelp);

const readJsonField = async (io: Io, options: BodyOptions) => ({
	json: JSON.stringify(await readBody(io, options)),
});

function addEdit(automations: Command, run: Run): void {
	takeJson(declareAction(automations, editAutomation))
		.addOption(jsonOption())
		.action(
			run(async (io, flags, options: ActionOptions & BodyOptions, words) => {
				const args = readActionArguments(
					io,
					editAutomation,
					options,
					words,
					await readJsonField(io, options),
				);
				return withService(io, flags, async call => {
					const {signal} = call;
					const {context} = await contextOf(io, call, editAutomation, args, options);
					const plan = planOf(call, editAutomation, context, args.typed);
					const {id, name} = context.subject ?? {id: '', name: ''};
					const isKnown = context.known.automation(id) !== undefined;
					if (!isKnown) say(io, cliAutomationMessages.cannotBeReadFirst(name));
					const before = context.known.automation(id)?.record;
					await sayProblems(io, call, {before, after: bodyOf(plan)});
					if (options.dryRun) return writeRequests(io, plainRequests(plan), options.json);
					const yes = flags.yes === true;
					await askAboutOthers(io, call, {name, fields: plan.overwrites ?? [], yes});
					await confirmPlan(call, editAutomation, context, plan);
					const now = isKnown ? await plan.renew?.(call.api, {signal}) : plan;
					if (!now) throw new CommandError(cliAutomationMessages.gone(name), exitCodes.notFound);
					if (now !== plan) await askAboutOthers(io, call, {name, fields: now.overwrites ?? [], yes});
					const [request] = now.requests;
					const answer = (await request?.send(call.api, {signal})) as Accepted<Automation>; // of `editAutomation`
					const {record} = answer;
					if (options.json) writeJson(io, {automations: record ? [asSent(record)] : []});
					sayDone(io, cliAutomationMessages.changed(name));
					return exitCodes.done;
				});
			}),
		);
}

/** Returns the automation that a plan sends. */
function bodyOf(plan: Plan): Fields {
	const [sent] = plainRequests(plan);
	return isFields(sent?.body) ? sent.body : {};
}

/** Asks before overwriting someone else's change. */
async function askAboutOthers(
	io: Io,
	{consent}: Call,
	{name, fields, yes}: {name: string; fields: readonly string[]; yes: boolean},
): Promise<void> {
	if (fields.length === 0) return;
	const what = cliAutomationMessages.changedByOther(name, fields.join(', '));
	if (yes) say(io, cliAutomationMessages.overwritten(what));
	const asked = {
		verb: editAutomation.command?.words.join(' ') ?? '',
		summary: cliAutomationMessages.overwriteAct(what),
		risk: 'review',
		word: {name},
	} as const;
	await consent(asked).catch((cause: unknown) => {
		if (!(cause instanceof CommandError)) throw cause;
		throw new CommandError(cliAutomationMessages.overwriteRefused(what), exitCodes.conflict);
	});
}
