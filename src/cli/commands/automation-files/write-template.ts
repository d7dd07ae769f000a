import {writeFileSync} from 'node:fs';
import {type Command, Option} from 'commander';
import {UsageError} from '../../../lib/errors.ts';
import {
	automationTemplate,
	type TemplateName,
	templateNames,
} from '../../../messages/automation-templates.ts';
import {cliAutomationMessages} from '../../../messages/automations.ts';
import {writeProblem} from '../../../messages/text.ts';
import type {Io} from '../../output/io.ts';
import {say} from '../../output/output.ts';

export type TemplateOptions = {template?: TemplateName; file?: string; data?: string};

export const takeTemplate = (command: Command) =>
	command.addOption(
		new Option('--template <name>', cliAutomationMessages.templateHelp)
			.choices(templateNames)
			.conflicts(['data', 'json']),
	);

/** Prints the file of a template, or writes it; false without `--template`. Never overwrites a file. */
export function writeTemplate(io: Io, {template, file}: TemplateOptions): boolean {
	if (template === undefined) return false;
	const text = automationTemplate(template, new Intl.DateTimeFormat().resolvedOptions().timeZone);
	if (file === undefined || file === '-') {
		io.stdout.write(text);
		return true;
	}
	try {
		writeFileSync(file, text, {flag: 'wx'});
	} catch (cause) {
		throw new UsageError(writeProblem(cause, file), {cause});
	}
	say(io, cliAutomationMessages.templateWritten(file));
	return true;
}
