import {expect} from 'vitest';
import type {Service} from '../open-service.ts';

type Run = {
	id: string;
	status: string;
	targetIds: Record<string, boolean>;
	currentStep?: {type: string};
	stepHistory: {type: string; errorMessage?: string}[];
};

export async function trigger(service: Service, fields: object, targetIds?: string[]): Promise<string> {
	const {body} = await service.post('/automation/create', {teamId: 'team', name: 'test', ...fields});
	const path = `/automation/${String(body['id'])}/trigger/manual`;
	const run = await service.post(path, targetIds && {targetIds});
	expect(run.status).toBe(200);
	return String(run.body['id']);
}

/** The same with fields that the service refuses, as in a record of an earlier version. */
export async function triggerStored(service: Service, fields: object): Promise<string> {
	const {automations} = service.demo.context.store;
	const {body} = await service.post('/automation/create', {teamId: 'team', name: 'test'});
	const stored = automations.get(String(body['id']));
	if (!stored) throw new Error('The automation is not stored.');
	automations.put({...stored, ...fields});
	return String((await service.post(`/automation/${stored.id}/trigger/manual`)).body['id']);
}

export async function runOf({call}: Service, runId: string): Promise<Run> {
	return JSON.parse((await call('GET', `/automation-run/${runId}`)).text);
}

export const ended = (service: Service, runId: string, status: string) =>
	service.until(async () => (await runOf(service, runId)).status === status);
