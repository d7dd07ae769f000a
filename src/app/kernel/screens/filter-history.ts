import type {Services} from '../state/services.ts';

const maxKept = 50;

/** Adds a filter to the history, newest first, without duplicates. */
export function rememberFilter({store}: Services, list: string, text: string): void {
	const {filterHistory} = store.getState().view;
	const kept = text.trim();
	const others = (filterHistory.get(list) ?? []).filter(other => other !== kept);
	const history = kept === '' ? others : [kept, ...others].slice(0, maxKept);
	store.dispatch({
		type: 'view/changed',
		change: {filterHistory: new Map([...filterHistory, [list, history]]), filterRecall: undefined},
	});
}
