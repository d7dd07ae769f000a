import {expect, test} from 'vitest';
import {
	problemsOfStep,
	Step,
	stepNames,
	type StepType,
	stepTypes,
	templateFields,
} from '../../src/contract/automation-steps.ts';
import {stepWords} from '../../src/messages/automation-steps.ts';
import {readYamlFields} from '../../src/adopt/yaml-text.ts';
import {docPage} from './pages.ts';

/** The row of the reference for a step type. */
function rowOf(name: (typeof stepNames)[number]): string {
	const {
		fields,
		required = [],
		aliases = [],
		isOnlyOurs,
		isOnlyHosted,
		isPerServer,
	}: StepType = stepTypes[name];
	const {help, example} = stepWords[name];
	const names = [name, ...aliases].map(alias => `\`${alias}\``).join(', ');
	const inTable = fields
		.map(field => (required.includes(field) ? `**\`${field}\`**` : `\`${field}\``))
		.join(', ');
	const where = isOnlyOurs ? '; only ours' : isOnlyHosted ? '; only the hosted service' : '';
	return `| ${names} | ${help}${isPerServer ? '' : ', once'}${where} | ${inTable || '-'} | \`{${example}}\` |`;
}

const normalized = (text: string) => text.replaceAll(/ +/g, ' ');

test('the reference of automations has a row for each step type, as it is declared', () => {
	const page = normalized(docPage('automation-files.md').text);
	expect(stepNames.map(rowOf).filter(row => !page.includes(row))).toEqual([]);
	for (const field of templateFields) expect(page).toContain(`\`${field}\``);
});

test.each(stepNames)('the example of %s in the reference is a valid step', name => {
	const step = Step.parse(readYamlFields(`{${stepWords[name].example}}`));
	expect(step.type).toBe(name);
	expect(problemsOfStep(step).filter(({kind}) => kind !== 'onlyHosted')).toEqual([]);
	expect(stepWords[name].does(step)).not.toBe('');
});
