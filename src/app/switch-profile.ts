import {profileMessages} from '../messages/server-settings.ts';
import {clearUndoWindow} from './dialogs/undo-window.ts';
import type {CommandQuestion} from './kernel/keys/command-info.ts';
import type {Menu} from './kernel/dialogs/menu.ts';
import {notify} from './kernel/state/notify.ts';
import type {Services} from './kernel/state/services.ts';
import {lostAtEnd} from './quit.ts';

/** Parses the words after `profile`: a name, or none for the menu. */
export function runProfileWords(services: Services, words: string): CommandQuestion | void {
	const name = words.trim();
	if (name === '') return {menu: 'profiles'};
	switchProfile(services, name);
}

/**
Ends the session and opens one on another profile. If something would be lost, first reports what, and switches when the
user chooses the same profile again.
*/
export function switchProfile(services: Services, name: string): void {
	const {store, settings, config, frontEnd} = services;
	const {profiles, refusedProfile} = store.getState().view;
	if (!profiles.some(profile => profile.name === name)) {
		const names = profiles.map(profile => profile.name);
		notify(services, 'warning', profileMessages.noSuchProfile(name, names));
		return;
	}
	if (name === settings.profile.name) {
		notify(services, 'info', profileMessages.alreadyOpen(name));
		return;
	}
	const problem = config.profileProblem(name);
	if (problem !== undefined) {
		notify(services, 'failure', profileMessages.cannotOpen(name, problem));
		return;
	}
	const lost = lostAtEnd(services);
	if (lost.length > 0 && refusedProfile !== name) {
		store.dispatch({type: 'view/changed', change: {refusedProfile: name}});
		notify(services, 'warning', profileMessages.switchAnyway(lost.join(' '), name));
		return;
	}
	// From here on, this session sends nothing.
	clearUndoWindow(services);
	frontEnd.switchProfile(name);
}

const maxKeys = 9;

export const profilesMenu: Menu = {
	title: () => profileMessages.menu,
	items: ({view}) =>
		view.profiles.map(({name, label}, index) => ({
			id: name,
			key: index < maxKeys ? String(index + 1) : undefined,
			label: profileMessages.item(name, label),
			choose: services => switchProfile(services, name),
		})),
	current: () => undefined,
};
