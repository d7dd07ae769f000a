import {lineOf, type Problem} from '../config/check.ts';
import {configFile, readText} from '../config/files.ts';
import type {Config} from '../config/load.ts';
import {columnIds, sortIdOf, sortIds} from '../app/servers/columns.ts';
import {suggest} from '../lib/suggest.ts';
import {viewsMessages} from '../messages/saved-views.ts';

/** Returns the unknown sort orders and columns of the views in the configuration, with their lines. */
export function viewSettingProblems({views, configDir}: Pick<Config, 'views' | 'configDir'>): Problem[] {
	if (Object.keys(views).length === 0) return [];
	const file = configFile(configDir);
	return viewProblems(file, readText(file) ?? '', views);
}

/** Returns the same for views that are written in `text`. */
export function viewProblems(file: string, text: string, views: Config['views']): Problem[] {
	return Object.entries(views).flatMap(([name, {sort, columns = []}]) => {
		const problem = (key: 'sort' | 'columns', id: string): Problem => {
			const known = key === 'sort' ? sortIds : columnIds;
			const message = key === 'sort' ? viewsMessages.unknownSort : viewsMessages.unknownColumn;
			return {
				file,
				line: lineOf(text, ['views', name, key]),
				message: message(name, id, suggest(id, known), known),
			};
		};
		return [
			...(sort === undefined || sortIdOf(sort) !== undefined ? [] : [problem('sort', sort)]),
			...columns.filter(id => !columnIds.includes(id)).map(id => problem('columns', id)),
		];
	});
}
