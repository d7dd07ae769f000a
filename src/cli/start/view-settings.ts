import {lineOf, type Problem} from '../../config/check.ts';
import {configFile, readText} from '../../config/files.ts';
import type {ConfigFile} from '../../config/schema.ts';
import {columnIds, sortIdOf, sortIds} from '../../app/servers/columns.ts';
import {suggest} from '../../lib/text/suggest.ts';
import {viewsMessages} from '../../messages/server-list.ts';

type Views = Pick<ConfigFile, 'views'>;

/** Returns the unknown sort orders and columns of the views in the configuration, with their lines. */
export function viewSettingProblems(configDir: string, {views}: Views): Problem[] {
	if (Object.keys(views).length === 0) return [];
	const file = configFile(configDir);
	return viewProblems(file, readText(file) ?? '', views);
}

/** Returns the same for views that are written in `text`. */
export function viewProblems(file: string, text: string, views: Views['views']): Problem[] {
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
