import * as z from 'zod';
import {acceptedBody} from '../models/accepted.ts';
import {endpoint} from '../endpoint.ts';
import {idField, textField} from '../fields.ts';
import {Automation, AutomationRun, automationFields} from '../models/automation.ts';
import {listOf, pageOf} from '../models/list.ts';

const text = z.string().optional();
const extensions = {createdBy: text, createdById: text, review: text};
const setByService = {id: text, teamId: text, createdAt: text, updatedAt: text, ...extensions};

const automationId = '/automation/{automationId}';

/** (Specification: Endpoints, Automations) */
export const automations = {
	listAutomations: endpoint({
		method: 'GET',
		path: '/automation/by-team/{teamId}',
		response: listOf(Automation),
		permission: 'ACCESS_AUTOMATIONS',
	}),
	createAutomation: endpoint({
		method: 'POST',
		path: '/automation/create',
		alternative: '/automation',
		isAlternativeSpecified: true,
		body: {teamId: idField, name: textField, ...automationFields},
		passes: 'unknownFields',
		response: acceptedBody(Automation),
		permission: 'MANAGE_AUTOMATIONS',
	}),
	editAutomation: endpoint({
		method: 'POST',
		path: automationId,
		alternative: `${automationId}/edit`,
		// The whole record may be sent back: what the service sets in it, too.
		body: {name: textField.optional(), ...automationFields, ...setByService},
		extensionFields: Object.keys(extensions),
		passes: 'everything',
		response: acceptedBody(Automation),
		permission: 'MANAGE_AUTOMATIONS',
	}),
	triggerAutomation: endpoint({
		method: 'POST',
		path: `${automationId}/trigger/manual`,
		alternative: `${automationId}/trigger-manual`,
		body: {targetIds: z.array(z.string()).optional()},
		response: acceptedBody(AutomationRun),
		permission: 'MANAGE_AUTOMATIONS',
	}),
	listRuns: endpoint({
		method: 'GET',
		path: '/automation-run/by-team/{teamId}',
		query: {
			page: z.coerce.number<number>().int().min(0).optional(),
			size: z.coerce.number<number>().int().min(1).optional(),
			automationId: z.string().optional(),
			statuses: z.string().optional(),
			createdFrom: z.string().optional(),
			createdTo: z.string().optional(),
		},
		response: pageOf(AutomationRun),
		permission: 'ACCESS_AUTOMATIONS',
	}),
	getAutomation: endpoint({
		method: 'GET',
		path: automationId,
		response: Automation,
		recordId: 'automationId',
		permission: 'ACCESS_AUTOMATIONS',
		extension: true,
	}),
	deleteAutomation: endpoint({
		method: 'POST',
		path: `${automationId}/delete`,
		response: 'nothing',
		permission: 'MANAGE_AUTOMATIONS',
		extension: true,
	}),
	getRun: endpoint({
		method: 'GET',
		path: '/automation-run/{runId}',
		response: AutomationRun,
		recordId: 'runId',
		permission: 'ACCESS_AUTOMATIONS',
		extension: true,
	}),
	cancelRun: endpoint({
		method: 'POST',
		path: '/automation-run/{runId}/cancel',
		response: acceptedBody(AutomationRun),
		permission: 'MANAGE_AUTOMATIONS',
		extension: true,
	}),
	deleteRun: endpoint({
		method: 'POST',
		path: '/automation-run/{runId}/delete',
		response: 'nothing',
		permission: 'MANAGE_AUTOMATIONS',
		extension: true,
	}),
};
