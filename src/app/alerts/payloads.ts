import {alertText} from './alert-text.ts';
import type {Alert, AlertSubject} from '../kernel/alert-port.ts';
import {printableLine} from '../../lib/text.ts';

/** Formats of webhook bodies. */
export const webhookFormats = ['json', 'discord', 'slack'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** Returns the format that a host expects. */
export function formatOfHost(host: string): WebhookFormat {
	if (/^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/.test(host)) return 'discord';
	return host === 'hooks.slack.com' ? 'slack' : 'json';
}

/** Returns the body of the request to a webhook. */
export function webhookBody(alert: Alert, format: WebhookFormat): object {
	if (format === 'discord') return discordBody(alertText(alert));
	return format === 'slack' ? {text: slackText(alertText(alert))} : alertDocument(alert);
}

/** The maximum length of a message, characters. (Discord documentation: Create Message) */
const discordMax = 2000;

/** Escapes names, which must neither format the message nor mention anyone. (Discord documentation: Allowed Mentions) */
function discordBody(text: string): object {
	const plain = text.replaceAll(/[\\*_~`|>#[\]()<:@-]/g, sign => `\\${sign}`);
	const content =
		plain.length > discordMax
			? `${plain
					.slice(0, discordMax - 2)
					.toWellFormed()
					.replace(/\\+$/, '')} …`
			: plain;
	return {content, allowed_mentions: {parse: []}};
}

/** Escapes the characters that start links and mentions. (Slack documentation: Escaping text) */
const slackText = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the alert as JSON, for other webhooks and the stdin of the command. */
export function alertDocument(alert: Alert): object {
	const {event, at, profile, subjects, affected} = alert;
	const ofKind = (kind: AlertSubject['kind']) =>
		subjects
			.filter(subject => subject.kind === kind)
			.map(({id, name, state, node, since}) => ({
				id,
				name,
				state: state ?? null,
				...(kind === 'server' && {node: node ?? null}),
				since: new Date(since).toISOString(),
			}));
	const [service] = ofKind('service');
	return {
		schema: 1,
		event,
		text: alertText(alert),
		profile,
		at: new Date(at).toISOString(),
		servers: ofKind('server'),
		nodes: ofKind('node'),
		...(service && {service: {since: service.since}}),
		affected,
	};
}

/** The maximum size of a list in one variable, bytes. Linux starts no program with a variable over 128 KiB. */
const maxVariableBytes = 60_000;

/** Joins the items that fit. */
function linesThatFit(items: readonly string[]): string {
	let bytes = 0;
	const isWithin = (item: string) => (bytes += new TextEncoder().encode(item).length + 1) <= maxVariableBytes;
	const end = items.findIndex(item => !isWithin(item));
	return items.slice(0, end === -1 ? items.length : end).join('\n');
}

/** Returns the alert as environment variables, with one name per line. A long list is cut; stdin has all of it. */
export function alertVariables(alert: Alert): Record<string, string> {
	const {event, at, profile, subjects} = alert;
	const named = (kind: AlertSubject['kind'], field: 'id' | 'name') =>
		linesThatFit(
			subjects.filter(subject => subject.kind === kind).map(subject => printableLine(subject[field])),
		);
	return {
		RCONDECK_ALERT_EVENT: event,
		RCONDECK_ALERT_TEXT: alertText(alert),
		RCONDECK_ALERT_PROFILE: profile,
		RCONDECK_ALERT_AT: new Date(at).toISOString(),
		RCONDECK_ALERT_SERVERS: named('server', 'name'),
		RCONDECK_ALERT_SERVER_IDS: named('server', 'id'),
		RCONDECK_ALERT_NODES: named('node', 'name'),
	};
}
