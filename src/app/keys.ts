import type {KeyArrival} from './kernel/keys/key-arrival.ts';
import {appMessages} from '../messages/screens.ts';
import type {Message} from '../messages/text.ts';
import {blockedBecause, commandFor} from './hints.ts';
import {type Keymap, keyOf} from './kernel/keys/keymap.ts';
import {isText, keyLabel} from './kernel/keys/chords.ts';
import {typingMessages} from '../messages/dialogs.ts';
import {actsWhileHeld} from './held-keys.ts';
import {warnOfMissingPermission} from './team/own-permissions.ts';
import {undoLast} from './dialogs/undo-window.ts';
import {openQuestion} from './dialogs/open-question.ts';
import {changeField, focusedField, focusOf, undoCommandOf} from './focus.ts';
import {typeAheadMs} from './dialogs/dialog.ts';
import {draft, openLine} from './console/input/open-line.ts';
import {settleInput} from './console/send/send-line.ts';
import {layoutOf} from './kernel/screens/layout.ts';
import {chooseByLetter, ignoreHeldEnter, isEnterIntended} from './kernel/dialogs/open-menu.ts';
import type {CommandId} from '../messages/key-words.ts';
import {notify} from './kernel/state/notify.ts';
import type {Dialog} from './kernel/dialogs/dialog-state.ts';
import {formFor} from './kernel/dialogs/form.ts';
import {paletteView} from './palette-view.ts';
import type {TypingGuard} from './kernel/state/view-state.ts';
import {guardTyping, isTypedTooSoon, quietMs, textBefore, togetherMs} from './kernel/keys/typing-guard.ts';
import type {Program} from './kernel/state/program.ts';
import type {State} from './state.ts';
import {linesOf, reviewPaste} from './console/send/paste.ts';
import {targetsOf} from './targets-of.ts';
import {emptyField, insert} from './kernel/text/text-field.ts';
import {setTerminalFocus} from './terminal-focus.ts';

/**
Handles a key; all keys enter the program here. `chord` is one printable character, or a name such as `enter`
or `ctrl+r`. An Enter that came with text never presses the verb of a dialog. A repeat only types or moves.
*/
export function handleKey(services: Program, chord: string, arrival: KeyArrival = 'alone'): void {
	const {store, settings, keymap, suspensions} = services;
	suspensions.check();
	// In case the terminal did not report it.
	setTerminalFocus(services, true);
	if (undoesHeld(store.getState(), chord, keymap)) {
		undoLast(services);
		return;
	}
	const commandId = commandFor(chord, store.getState(), keymap)?.id;
	if (commandId === undefined && chord.startsWith('alt+')) {
		// Terminals send Alt and Esc with a quick key after it in the same way.
		const rest = arrival === 'repeat' ? arrival : 'text';
		handleKey(services, 'esc', rest);
		handleKey(services, chord.slice('alt+'.length), rest);
		return;
	}
	if (store.getState().view.quitArmed && !armedBy.has(commandId)) {
		store.dispatch({type: 'view/changed', change: {quitArmed: false}});
	}
	hideWelcome(services, chord, commandId);
	guardNewDialog(services);
	const before = isText(chord) ? textBefore(services, chord) : '';
	if (isTypedTooSoon(services, chord, drops => needsPause(services, chord, drops))) return;
	passNotices(services);
	const state = store.getState();
	if (arrival === 'repeat' && !actsWhileHeld(chord, commandFor(chord, state, keymap), state)) {
		if (chord === 'enter' && (wouldAct(state) || state.input.armed)) {
			notify(services, 'warning', typingMessages.held, {passing: true});
		}
		return;
	}
	if (chord === 'enter' && state.dialog?.kind === 'menu') {
		if (!isEnterIntended(services, state.dialog, arrival)) return;
	} else if (arrival === 'text' && chord === 'enter' && wouldAct(state) && !isHarmlessEnter(services)) {
		notify(services, 'warning', typingMessages.notConfirmed, {passing: true});
		return;
	}
	if (layoutOf(state.view).mode === 'tiny' && !worksUnseen(state, chord, keymap)) return;
	const completes = commandId !== undefined && completing.has(commandId);
	if (settleInput(services, chord, {burst: arrival !== 'alone', completes})) return;
	const field = focusedField(state);
	if (field && isText(chord)) {
		changeField(services, insert(field, before + chord));
		return;
	}
	const effectiveChord = movesOn(state, chord) ? 'tab' : chord;
	const command = commandFor(effectiveChord, state, keymap);
	if (!command) {
		if (state.dialog?.kind === 'help') pressInHelp(services, chord, arrival);
		if (isText(effectiveChord) && state.dialog?.kind === 'menu') {
			openQuestion(services, chooseByLetter(services, effectiveChord), state.dialog.targets);
		}
		// Text for a review without a field was typed for something else, and so is the Enter after it.
		if (isText(effectiveChord) && isReview(state)) guardTyping(services, {drops: 'enter'});
		if (isText(effectiveChord) && !state.dialog) {
			refuse(services, effectiveChord, nothingHere(effectiveChord, keymap), 'info');
		}
		return;
	}
	const targets = targetsOf(state, services.screens);
	const blocked = blockedBecause(command, state, targets, settings);
	if (blocked !== undefined) {
		refuse(services, effectiveChord, blocked, 'warning');
		return;
	}
	openQuestion(services, services.runCommand(command.id, targets), targets);
	guardMove(services, state.dialog, effectiveChord);
	if (chord === 'enter') ignoreEnterHeld(services, state.dialog);
	else ignoreKeyHeld(services, state.dialog, chord);
	warnOfMissingPermission(services, command.needs);
}

/** Returns whether the key undoes an action in its undo window, as the last row promises, whatever has been opened since. */
function undoesHeld(state: State, chord: string, keymap: Keymap): boolean {
	if (state.undoWindow.length === 0) return false;
	const behind = focusedField(state) ? state : {...state, dialog: undefined};
	return commandFor(chord, behind, keymap)?.id === undoCommandOf(state);
}

/** Handles a key listed in the help: closes the help and runs the command, or says why it cannot run. */
function pressInHelp(services: Program, chord: string, arrival: KeyArrival): void {
	const {store, settings, keymap} = services;
	const behind = {...store.getState(), dialog: undefined};
	const command = commandFor(chord, behind, keymap);
	if (!command) return;
	const targets = targetsOf(behind, services.screens);
	const blocked = blockedBecause(command, behind, targets, settings);
	if (blocked !== undefined) {
		notify(services, 'warning', blocked, {passing: true});
		return;
	}
	store.dispatch({type: 'dialog/closed'});
	handleKey(services, chord, arrival);
}

/** Says where a server key works, when it is pressed elsewhere. */
function nothingHere(chord: string, keymap: Keymap): string {
	const ofServers = keymap.find(['servers'], chord);
	return ofServers
		? appMessages.forServers(keyLabel(chord), ofServers.title.toLowerCase(), keyOf('app.servers', keymap))
		: appMessages.doesNothing(keyLabel(chord), keyOf('app.help', keymap));
}

/**
On a screen too small for the panes, nobody sees what a key would open, select or send. Only typing outside of dialogs and
commands that always work get through.
*/
function worksUnseen(state: State, chord: string, keymap: Keymap): boolean {
	const scopes = commandFor(chord, state, keymap)?.scopes ?? [];
	if (scopes.includes('always')) return true;
	return !state.dialog && ((focusedField(state) && isText(chord)) || scopes.includes('field'));
}

/** Removes notices about keys that did nothing when the next key arrives, once they could be read. */
function passNotices({store, clock}: Program): void {
	const now = clock.now();
	store.dispatch({type: 'notices/passed', before: now - readableMs});
	const isFresh = store.getState().notices.some(({passing}) => passing === true);
	if (isFresh) clock.after(readableMs, () => store.dispatch({type: 'notices/passed', before: now}));
}

/** Minimum time for which a notice about a key that did nothing stays, ms. */
const readableMs = 1000;

/** Commands that keep the candidates open. */
const completing: ReadonlySet<CommandId> = new Set(['input.complete', 'input.completeBack', 'input.leave']);

/**
Inserts pasted text into the focused text field. It never submits, and does nothing outside of a text field.
Several lines for the command input are reviewed one by one.
*/
export function handlePaste(services: Program, pasted: string): void {
	services.suspensions.check();
	guardNewDialog(services);
	if (isTypedTooSoon(services, 'paste', drops => drops === 'all')) return;
	const state = services.store.getState();
	if (state.dialog && layoutOf(state.view).mode === 'tiny') return;
	settleInput(services, 'paste', {burst: true, completes: false});
	const {place, field} = focusOf(state);
	if (!field) {
		notify(services, 'info', appMessages.pasteNeedsField(keyOf('app.input', services.keymap)));
		return;
	}
	const line = place === 'historySearch' ? undefined : openLine(state);
	// A slow connection may deliver the Enter after a typed line together with the next line; these are two
	// lines.
	const isLineBefore = line !== undefined && /^[\r\n]/.test(pasted) && field.text.trim() !== '';
	const lines = [...(isLineBefore ? linesOf(field.text) : []), ...linesOf(pasted)];
	if (lines.length > 1 && line) {
		if (reviewPaste(services, line.serverId, lines) && isLineBefore) {
			draft(services, line.serverId, emptyField);
		}
	} else {
		changeField(services, insert(field, lines.join(' ')));
		if (lines.length > 1) {
			notify(services, 'warning', appMessages.pastedLinesJoined(lines.length));
		}
	}
}

/**
Guards a newly opened dialog: keys that act in its first moments, or follow them without a pause, were meant for what was
there before. What is typed into a field is kept, and a review guards its Enter itself.
*/
function guardNewDialog(services: Program): void {
	const {store, clock} = services;
	const {dialog, view} = store.getState();
	if (dialog?.kind !== 'paste' && dialog?.kind !== 'jobs' && dialog?.kind !== 'palette') return;
	if (view.typing || clock.now() - dialog.openedAt >= typeAheadMs) return;
	guardTyping(services, {drops: dialog.kind === 'palette' ? 'enter' : 'presses'});
}

/** Returns whether a key waits for a pause while these are dropped. */
function needsPause(services: Program, chord: string, drops: TypingGuard['drops']): boolean {
	if (drops === 'all' || drops === 'held') return true;
	if (chord === 'enter') return !isHarmlessEnter(services);
	const state = services.store.getState();
	return drops === 'presses' && !actsWhileHeld(chord, commandFor(chord, state, services.keymap), state);
}

/** Returns whether Enter now changes nothing: it only opens or shows something, or continues to the review. */
function isHarmlessEnter(services: Program): boolean {
	const state = services.store.getState();
	const {dialog} = state;
	if (dialog?.kind === 'palette') {
		const view = paletteView(state, services);
		return view?.items[view.at]?.acts !== true;
	}
	if (dialog?.kind !== 'form') return false;
	if (dialog.step === 'edit') return formFor(services.dialogs, dialog)?.acts !== true;
	return dialog.step === 'review' && dialog.button === 'confirm';
}

/** An Enter that opened a menu, or a dialog that the next one finishes, may still be held down. */
function ignoreEnterHeld(services: Program, before: Dialog | undefined): void {
	ignoreHeldEnter(services, before);
	const {dialog, view} = services.store.getState();
	if (dialog?.kind !== 'form' || before?.kind === 'form' || view.typing) return;
	if (formFor(services.dialogs, dialog)?.isLocal) guardTyping(services, {drops: 'held', chord: 'enter'});
}

/** A letter that opened a dialog may still be held down, and is no text for its first field. */
function ignoreKeyHeld(services: Program, before: Dialog | undefined, chord: string): void {
	const {dialog, view} = services.store.getState();
	if (dialog?.kind !== 'form' || before?.kind === 'form' || view.typing || !isText(chord)) return;
	if (focusedField(services.store.getState())) guardTyping(services, {drops: 'held', chord});
}

/**
Says why a key did nothing. If it should have opened a dialog or a text field, the user may keep typing
without looking, so the following keys are dropped: `q` in a message must not quit.
*/
function refuse(services: Program, chord: string, reason: Message, tone: 'info' | 'warning'): void {
	notify(services, tone, reason, {passing: true});
	const {keymap, store} = services;
	const command = commandFor(chord, store.getState(), keymap) ?? keymap.find(['servers'], chord);
	if (command && (command.danger || typedInto.has(command.id))) guardTyping(services, {drops: 'all', reason});
}

/** Commands that ask to be pressed again before something is lost. */
const armedBy: ReadonlySet<CommandId | undefined> = new Set<CommandId>([
	'app.interrupt',
	'app.quit',
	'dialog.leave',
]);

/** Commands that open a text field. */
const typedInto: ReadonlySet<CommandId> = new Set(['app.input', 'timeline.bookmark']);

/**
Space and arrows that move to a button do not count together with the Enter that presses it. An Enter that moves there may
be held.
*/
function guardMove(services: Program, before: Dialog | undefined, chord: string): void {
	const {dialog, view} = services.store.getState();
	if (chord === 'tab' || view.typing || !dialog || !before || dialog.kind !== before.kind) return;
	if (buttonOf(dialog) === buttonOf(before)) return;
	guardTyping(services, {drops: 'enter', quietMs: chord === 'enter' ? quietMs : togetherMs});
}

const buttonOf = (dialog: Dialog) =>
	dialog.kind === 'form' || dialog.kind === 'paste' ? dialog.button : undefined;

const isReview = ({dialog}: State) => dialog?.kind === 'form' && dialog.step === 'review';

/** Returns whether Enter on the focused button does something. */
function wouldAct({dialog}: State): boolean {
	if (dialog?.kind === 'form') return dialog.step === 'review' && dialog.button === 'verb';
	return dialog !== undefined && dialog.kind !== 'help';
}

/** Right at the end of the confirmation field moves to the buttons. */
function movesOn(state: State, chord: string): boolean {
	const {place, field} = focusOf(state);
	return chord === 'right' && place === 'formConfirm' && field?.cursor === field?.text.length;
}

/** The keys that the welcome names: a user who presses one has read it. */
const named: ReadonlySet<CommandId> = new Set(['app.help', 'app.palette', 'app.input']);

/**
Hides the welcome: for this session if one of the keys that it names is pressed, permanently on Esc. Each key
still runs its command.
*/
function hideWelcome({store, files}: Program, chord: string, command: CommandId | undefined): void {
	if (!store.getState().view.welcome) return;
	const isDismissed = chord === 'esc';
	if (!isDismissed && (command === undefined || !named.has(command))) return;
	store.dispatch({type: 'view/changed', change: {welcome: false}});
	if (isDismissed) files.dismissWelcome();
}
