import {nameOf} from '../../actions/names.ts';
import {alertNotices, alertProblems} from '../../messages/alerts.ts';
import type {TriggerPlace} from '../../messages/setting-choices.ts';
import {triggerMessages as messages} from '../../messages/triggers.ts';
import {formatDuration} from '../../lib/time/ago.ts';
import {printableLine} from '../../lib/text/text.ts';
import {quietUntil} from '../alerts/engine.ts';
import {quietLineId} from '../console/record/unread.ts';
import {sendAwaited} from '../console/send/send-command.ts';
import type {Alert, Services, TriggerPort} from '../kernel/state/services.ts';
import {notify} from '../kernel/state/notify.ts';
import {compileTriggers, fillCommand, type Trigger, triggerProblems} from './compile.ts';
import {isFoundBy, type Occurrence, occurrencesIn, valuesOf} from './occurrences.ts';

/** The interval at which a session asks whether it should act, and at which the acting one renews its claim, ms. */
const claimMs = 30_000;
/** Output that repeats the command of a trigger is ignored for this long, ms. */
const echoMs = 120_000;
/** Shorter texts would be in too many lines. */
const minEcho = 3;
const hourMs = 3_600_000;
const maxQuoted = 300;

/** When a trigger last acted on a server, and how many matches followed. */
type Acted = {at: number; suppressed: number};

/** Searches what the consoles of the team receive, and acts if this session is the one that does. */
export function runTriggers(services: Services, port: TriggerPort): () => void {
	const {store, clock, settings} = services;
	const triggers = compileTriggers(settings.triggers, settings.dangerous);
	reportProblems(services);
	const places: ReadonlySet<TriggerPlace> = new Set(triggers.map(({where}) => where));
	const acts = createActs(services, port);
	let isOurs = false;
	let isOver = false;
	let cancelTimer = () => {};
	const claim = async () => {
		isOurs = await port.claim();
		if (isOver) return;
		store.dispatch({type: 'chat/wanted', isWanted: isOurs && places.has('chat')});
		cancelTimer = clock.after(claimMs, () => void claim());
	};
	let before = store.getState();
	const unsubscribe = store.subscribe(() => {
		const [old, state] = [before, store.getState()];
		before = state;
		if (!isOurs || (state.console === old.console && state.chat === old.chat)) return;
		const found = occurrencesIn(old, state, places);
		for (const one of found)
			for (const trigger of triggers) if (isFoundBy(one, trigger)) acts.consider(trigger, one);
	});
	if (triggers.length > 0) void claim();
	return () => {
		isOver = true;
		unsubscribe();
		cancelTimer();
		port.release();
	};
}

function reportProblems(services: Services): void {
	const {triggers, dangerous} = services.settings;
	for (const {index, message} of triggerProblems(triggers, dangerous))
		notify(services, 'warning', messages.invalid(triggers[index]?.name ?? '', message));
}

/** Acts at most once per trigger, server and interval, and never because of what a trigger has caused. */
function createActs(services: Services, port: TriggerPort) {
	const {clock, settings} = services;
	const acted = new Map<string, Acted>();
	const echoes = new Map<string, {text: string; until: number}[]>();
	const keyOf = ({name}: Trigger, {serverId}: Occurrence) => `${name}\0${serverId}`;

	const isEcho = ({serverId, text}: Occurrence, now: number): boolean => {
		const left = (echoes.get(serverId) ?? []).filter(({until}) => until > now);
		if (left.length > 0) echoes.set(serverId, left);
		else echoes.delete(serverId);
		const line = text.replaceAll('"', '');
		return left.some(echo => line.includes(echo.text));
	};
	const expectEcho = (serverId: string, command: string) => {
		const text = command.replaceAll('"', '').replace(/^\s*\S+\s*/, '');
		if (text.length < minEcho) return;
		echoes.set(serverId, [...(echoes.get(serverId) ?? []), {text, until: clock.now() + echoMs}]);
	};
	const send = async (trigger: Trigger, one: Occurrence) => {
		const {serverId, server} = one;
		const fail = (problem: string) =>
			notify(services, 'warning', messages.notSent(trigger.name, nameOf(server), problem));
		if (settings.readOnly) return void fail(messages.readOnly);
		const filled = fillCommand(trigger.command ?? '', valuesOf(one), server, settings.dangerous);
		if ('problem' in filled) return void fail(filled.problem);
		expectEcho(serverId, filled.command);
		const localId = quietLineId(`trigger:${services.newId()}`);
		const options = {localId, yields: true, isProbe: true} as const;
		const error = await sendAwaited(services, serverId, filled.command, options);
		// The effects of the command come with its answer.
		acted.set(keyOf(trigger, one), {at: clock.now(), suppressed: 0});
		if (error) fail(error.message.replace(/\.$/, ''));
	};
	const alert = createAlerts(services, port);
	return {
		consider: (trigger: Trigger, one: Occurrence) => {
			const now = clock.now();
			if (isEcho(one, now)) return;
			const key = keyOf(trigger, one);
			const last = acted.get(key);
			if (last && now - last.at < trigger.everyMs) {
				if (last.suppressed++ > 0) return;
				const every = formatDuration(trigger.everyMs);
				const text = messages.suppressed(trigger.name, nameOf(one.server), every);
				notify(services, 'info', text, {passing: true});
				return;
			}
			acted.set(key, {at: now, suppressed: 0});
			if (trigger.act === 'command') void send(trigger, one);
			else void alert(trigger, one, last?.suppressed ?? 0);
		},
	};
}

/** Shows and records what a trigger found, and sends it as alerts are sent, within their quiet hours and number. */
function createAlerts(services: Services, port: TriggerPort) {
	const {store, clock, settings, frontEnd, newId} = services;
	let sentAt: number[] = [];
	return async (trigger: Trigger, one: Occurrence, more: number): Promise<void> => {
		const {act, name} = trigger;
		const {serverId, server} = one;
		const now = clock.now();
		const {player, text: whole} = valuesOf(one);
		const text = whole.slice(0, maxQuoted);
		const sentence = messages.fired(name, messages.said(player, text), more);
		const activity = {type: 'report' as const, isFailure: false, text: sentence};
		store.dispatch({type: 'console/noted', serverId, id: newId(), at: now, activity});
		notify(services, 'warning', messages.onServer(nameOf(server), sentence));
		if (act === 'alert') frontEnd.bell(settings.bell === 'notify' ? sentence : undefined);
		if (!port.alerts) {
			if (act === 'webhook') notify(services, 'failure', alertNotices.failed([alertProblems.noTarget]));
			return;
		}
		const {rules, send} = port.alerts;
		sentAt = sentAt.filter(at => at > now - hourMs);
		if (quietUntil(rules.quietHours, now) !== undefined || sentAt.length >= rules.maxPerHour) return;
		sentAt.push(now);
		const found: Alert = {
			event: 'trigger',
			at: now,
			profile: settings.profile.label,
			subjects: [],
			affected: [],
			trigger: {name, serverId, server: printableLine(nameOf(server)), player, text},
		};
		const deliveries = await send(found, act === 'webhook' ? 'webhook' : undefined);
		const reasons = deliveries.flatMap(({problem}) => problem ?? []);
		if (reasons.length > 0) notify(services, 'failure', alertNotices.failed(reasons));
	};
}
