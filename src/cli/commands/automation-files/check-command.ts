import type {Command} from 'commander';
import {type OnService, problemsOnService, selectedServers} from '../../../actions/automation-problems.ts';
import {loadConfig} from '../../../config/load.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import {loadCron} from '../../../lib/time/cron.ts';
import {cliAutomationMessages, checkMessages as messages} from '../../../messages/automations.ts';
import {isoTime} from '../../../lib/time/ago.ts';
import {exitCodes} from '../../output/exit-codes.ts';
import {type Fact, writeFacts} from '../../output/fact-list.ts';
import type {Io} from '../../output/io.ts';
import {secondsText} from '../../output/moments.ts';
import {writeJson} from '../../output/output.ts';
import {jsonOption} from '../../output/output-options.ts';
import type {Globals, Run} from '../../start/command-run.ts';
import {withService} from '../../start/session.ts';
import {describe} from '../describe.ts';
import {nameOf} from '../find/find-servers.ts';
import {readBody} from '../json-body.ts';
import {readOnService, sayProblem} from './say-problems.ts';
import {checkAutomation, type CheckedAutomation} from './check-automation.ts';

/** Declares the check of a file. It needs no service, but names the servers of a configured one. */
export function addCheck(automations: Command, run: Run): void {
	describe(automations.command('check'), messages)
		.argument('<file>', cliAutomationMessages.fileHelp)
		.addOption(jsonOption())
		.action(
			run(async (io, flags, {json}: {json?: true}, [file = '']) => {
				const fields = await readBody(io, {file});
				const found = checkAutomation(fields, await loadCron(), Date.now());
				const onService = await readConfigured(io, flags, fields);
				const servers = selectedOf(fields, onService);
				const looked = problemsOnService(fields, onService);
				const checked = {...found, problems: [...found.problems, ...looked]};
				const isValid = checked.problems.every(({isWarning}) => isWarning);
				if (json) writeJson(io, documentOf(isValid, checked, servers));
				else writeReport(io, checked, fields, servers);
				return isValid ? exitCodes.done : exitCodes.failed;
			}),
		);
}

type Fields = Readonly<Record<string, unknown>>;
type Selected = readonly GameServer[] | undefined;

/** Reads what the configured service has; nothing without one. */
async function readConfigured(io: Io, flags: Globals, fields: Fields): Promise<OnService> {
	if (loadConfig({flags, env: io.env}).service === 'none') return {servers: undefined, nodes: undefined};
	return withService(io, flags, call => readOnService(call, fields));
}

/** Returns the servers that the targets select now; undefined without a service, or if they follow the trigger. */
function selectedOf({targets = {}}: Fields, {servers}: OnService): Selected {
	if (isSource(targets) || servers === undefined) return undefined;
	return selectedServers(targets, servers);
}

const isSource = (targets: unknown): boolean =>
	typeof targets === 'object' &&
	targets !== null &&
	'triggerSource' in targets &&
	targets.triggerSource === true;

const documentOf = (
	isValid: boolean,
	{problems, trigger, steps, expressions}: CheckedAutomation,
	servers: Selected,
) => ({
	check: [
		{
			isValid,
			problems,
			trigger: trigger.words,
			next: trigger.upcoming.map(isoTime),
			...(servers && {servers: servers.map(({id}) => id)}),
			steps,
			expressions,
		},
	],
});

function writeReport(io: Io, checked: CheckedAutomation, fields: Fields, servers: Selected): void {
	const {problems, trigger, steps, expressions} = checked;
	for (const problem of problems) sayProblem(io, problem);
	const facts: Fact[] = [
		[messages.labels.trigger, fields['enabled'] === false ? messages.disabled(trigger.words) : trigger.words],
		...listFacts(messages.labels.next, trigger.upcoming.map(secondsText)),
		...listFacts(messages.labels.servers, serverWords(fields, servers)),
		...listFacts(
			messages.labels.steps,
			steps.map((step, index) => `${index + 1}. ${step}`),
		),
		...listFacts(
			messages.labels.expressions,
			expressions.map(expression => `{${expression}}`),
		),
	];
	writeFacts(io, facts);
}

const listFacts = (label: string, values: readonly string[]): Fact[] =>
	values.map((value, index) => [index === 0 ? label : '', value]);

function serverWords({targets = {}}: Fields, servers: Selected): string[] {
	if (isSource(targets)) return [messages.source];
	if (servers === undefined) return [messages.selector(JSON.stringify(targets))];
	return servers.length === 0 ? [messages.noServer] : servers.map(nameOf);
}
