import {expect, test} from 'vitest';
import {problemsOfStep, Step, stepNames, templateFields} from '../../src/contract/automation-steps.ts';
import {stepWords} from '../../src/messages/automation-steps.ts';
import {readYamlFields} from '../../src/adopt/yaml-text.ts';
import {docPage} from './pages.ts';

test('the page of automation files names each field with expressions', () => {
	const page = docPage('automation-files.md').text;
	for (const field of templateFields) expect(page).toContain(`\`${field}\``);
});

test.each(stepNames)('the example of %s in the reference is a valid step', name => {
	const step = Step.parse(readYamlFields(`{${stepWords[name].example}}`));
	expect(step.type).toBe(name);
	expect(problemsOfStep(step).filter(({kind}) => kind !== 'onlyHosted')).toEqual([]);
	expect(stepWords[name].does(step)).not.toBe('');
});
