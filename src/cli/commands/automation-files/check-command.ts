import type {Command} from 'commander';
import {loadConfig} from '../../../config/load.ts';
import {targetsOf} from '../../../contract/automation-targets.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import {loadCron} from '../../../lib/time/cron.ts';
import {cliAutomationMessages, checkMessages as messages} from '../../../messages/automations.ts';
import {isoTime} from '../../../lib/time/iso-time.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {exitCodes} from '../../output/exit-codes.ts';
import {type Fact, writeFacts} from '../../output/facts.ts';
import type {Io} from '../../output/io.ts';
import {secondsText} from '../../output/moments.ts';
import {say, writeJson} from '../../output/output.ts';
import {jsonOption} from '../../output/output-options.ts';
import type {Globals, Run} from '../../start/command-run.ts';
import {withService} from '../../start/session.ts';
import {describe} from '../describe.ts';
import {nameOf} from '../find/find-servers.ts';
import {readBody} from '../json-body.ts';
import {checkAutomation, type CheckedAutomation} from './check-automation.ts';

/** Declares the check of a file. It needs no service, but names the servers of a configured one. */
export function addCheck(automations: Command, run: Run): void {
	describe(automations.command('check'), messages)
		.argument('<file>', cliAutomationMessages.fileHelp)
		.addOption(jsonOption())
		.action(
			run(async (io, flags, {json}: {json?: true}, [file = '']) => {
				const fields = await readBody(io, {file});
				const checked = checkAutomation(fields, await loadCron(), Date.now());
				const servers = await selectedServers(io, flags, fields);
				const isValid = checked.problems.every(({isWarning}) => isWarning);
				if (json) writeJson(io, documentOf(isValid, checked, servers));
				else writeReport(io, checked, fields, servers);
				return isValid ? exitCodes.done : exitCodes.failed;
			}),
		);
}

type Fields = Readonly<Record<string, unknown>>;
type Selected = readonly GameServer[] | undefined;

/** Returns the servers that the targets select now; undefined without a service, or if they follow the trigger. */
async function selectedServers(io: Io, flags: Globals, {targets = {}}: Fields): Promise<Selected> {
	if (isSource(targets) || loadConfig({flags, env: io.env}).service === 'none') return undefined;
	return withService(io, flags, async ({listServers, signal}) => {
		const {items} = await listServers({signal});
		const ids = new Set(targetsOf(targets, items, undefined));
		return items.filter(({id}) => ids.has(id));
	});
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
	for (const {path, text, isWarning} of problems)
		say(io, printableLine(`${isWarning ? messages.warning : messages.error}: ${path}: ${text}`));
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
