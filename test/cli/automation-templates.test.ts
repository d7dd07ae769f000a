import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {readYamlFields} from '../../src/adopt/yaml-text.ts';
import {automationTemplate, templateNames} from '../../src/messages/automation-templates.ts';
import {runOf, trigger} from '../service/automations/a-run.ts';
import {openService} from '../service/open-service.ts';
import {smallFleet} from '../service/small-fleet.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

const templates = ['nightly-restart', 'announce', 'save-world', 'restart-when-empty', 'update-check'];

test.each(templates)('the template %s is a commented file without problems', async name => {
	const {code, out, err} = await runCli(['automation', 'create', '--template', name]);
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(out).toMatch(/^# .*:\n#   rcondeck automation check FILE\n/);
	const checked = await runCli(['automation', 'check', '-'], {stdin: out});
	expect(checked).toMatchObject({code: 0, err: ''});
	expect(checked.out.match(/:00(?:Z|[+-]\d\d:\d\d)$/gm)).toHaveLength(3);
});

test.each(templateNames)('the template %s runs on the local service', async name => {
	expect(templates).toContain(name);
	const servers = smallFleet.servers.map(server => ({...server, maxPlayers: 0}));
	const service = await openService({fleet: {...smallFleet, servers}});
	const {name: _, ...fields} = readYamlFields(automationTemplate(name, 'UTC'));
	const runId = await trigger(service, fields);
	await service.until(async () => {
		const {status, currentStep} = await runOf(service, runId);
		if (currentStep?.type === 'WAIT') await service.pass(1000);
		return status === 'SUCCEEDED';
	});
});

test('a template is written to a new file, and never over another one', async () => {
	const file = path.join(tempFolder(), 'nightly.yaml');
	const write = () => runCli(['automation', 'create', '--template', 'nightly-restart', '--file', file]);
	expect(await write()).toMatchObject({code: 0, out: ''});
	const text = readFileSync(file, 'utf8');
	expect(text).toMatch(/^name: Nightly restart$/m);
	const again = await write();
	expect(again).toMatchObject({code: 2, out: ''});
	expect(again.err).toContain('the file already exists');
	expect(readFileSync(file, 'utf8')).toBe(text);
});
