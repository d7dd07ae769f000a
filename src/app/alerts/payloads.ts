import type {ByName} from '../../lib/json/maps.ts';
import {clockText} from '../../lib/time/ago.ts';
import {triggerMessages} from '../../messages/triggers.ts';
import {alertTextMessages} from '../../messages/alerts.ts';
import type {Alert, AlertSubject} from '../kernel/state/services.ts';
import {printableLine} from '../../lib/text/text.ts';
import type {WebhookFormat} from '../../messages/setting-choices.ts';

/** The number of names in one alert. */
const maxNamed = 10;

/** Formats an alert as one line. */
export function alertText({
	event,
	profile,
	subjects,
	affected,
	changes = [],
	trigger,
	message = '',
}: Alert): string {
	if (event === 'test') return alertTextMessages.test(profile);
	if (event === 'automation') return printableLine(message);
	if (event === 'trigger') {
		const {name = '', server = '', player, text = ''} = trigger ?? {};
		return alertTextMessages.trigger(profile, name, server, triggerMessages.said(player, text));
	}
	if (event === 'fleet')
		return alertTextMessages.fleet(profile, names(changes.map(alertTextMessages.change)));
	// Causes come first.
	const ranked = [...subjects].sort((one, other) => ranks[one.kind] - ranks[other.kind]);
	const listed = names(ranked.map(subjectText));
	const what =
		affected.length === 0 ? listed : listed + alertTextMessages.affected(affected.length, names(affected));
	return alertTextMessages[event](profile, what);
}

const ranks: Record<AlertSubject['kind'], number> = {service: 0, node: 1, server: 2};

function names(all: readonly string[]): string {
	const more = all.length > maxNamed ? alertTextMessages.more(all.length - maxNamed) : '';
	return all.slice(0, maxNamed).join(', ') + more;
}

function subjectText({kind, name, state = '-', since}: AlertSubject): string {
	const time = clockText(since, false).slice(0, 5);
	return kind === 'service' ? alertTextMessages.service(time) : alertTextMessages[kind](name, state, time);
}

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
	const {event, at, profile, subjects, affected, changes, trigger} = alert;
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
		...(trigger && {trigger: {...trigger, player: trigger.player ?? null}}),
		...(changes && {
			changes: changes.map(({serverId: id, change, name, before}) => ({
				id,
				change,
				name,
				before: before ?? null,
			})),
		}),
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
export function alertVariables(alert: Alert): ByName<string> {
	const {event, at, profile, changes = [], trigger} = alert;
	const changed = changes.map(({serverId, name}) => ({kind: 'server' as const, id: serverId, name}));
	const found = trigger ? [{kind: 'server' as const, id: trigger.serverId, name: trigger.server}] : [];
	const subjects = [...alert.subjects, ...changed, ...found];
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
