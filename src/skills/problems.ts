import { defineMessages, defineProblems } from '../platform/messages.ts';

/** Problems of skills and their revisions. */
export const skillProblems = defineProblems({
  skill_file_missing: { type: 'missing', msg: 'is required; send it in a multipart form' },
  skill_file_repeated: 'must be sent only once',
  tags_differ_from_metadata: 'must be the same as the tags of skill_metadata',
  tags_differ_from_revision: 'must be the tags of the active revision; add a revision to change them',
  unknown_skill_revision_of_path: { type: 'unknown_resource', msg: 'must be a revision of this skill' },
  skill_path_reserved: { type: 'path', msg: 'must not be SKILL.md: instructions become this file' },
  skill_path_too_long: { type: 'path', msg: 'must have a path of at most {limit} characters' },
  skill_path_too_deep: { type: 'path', msg: 'must lie at most {limit} folders deep' },
  skill_path_not_portable: { type: 'path', msg: 'must have a path that every system can write' },
  skill_paths_equal: { type: 'path', msg: '{path} and {other} must differ by more than case' },
  skill_path_is_folder: { type: 'path', msg: '{file} must not be both a file and a folder of {path}' },
  too_many_skill_files: 'must have at most {limit} files',
  skill_files_too_large: 'must have files of at most {limit} bytes in all',
});

/** Problems of a dependency of a skill. */
export const dependencyProblems = defineProblems({
  dependency_not_object: 'must be an object',
  dependency_type_unknown: 'must be one of: {known}',
  dependency_field_unknown: 'must be omitted: a dependency of type {type} does not have it',
  dependency_required_invalid: 'must be true or false',
  dependency_text_invalid: 'must be a text of 1 to {limit} characters',
  dependency_server_ambiguous: 'must be given if slug is not, and omitted otherwise',
  dependency_slug_unknown: 'must be a server of the catalog of public MCP servers',
  dependency_url_invalid: 'must be an http or https address',
});

/** Reasons why a folder or archive is not a skill. */
export const skillFailures = defineMessages({
  skill_folder_file: '{path}: {problem}',
  skill_folder_too_many_files: 'the folder has more than {limit} files',
  skill_folder_too_large: 'the files have more than {limit} bytes',
  skill_folder_link: '{path} is a link or a device; only files are allowed',
  skill_folder_outside: '{path} is outside the folder of SKILL.md',
  skill_md_missing: 'the folder has no SKILL.md',
  skill_md_repeated: 'the archive has several skills: {first} and {second}',
  skill_md_too_large: 'SKILL.md has more than {limit} bytes',
  skill_md_not_text: 'SKILL.md is not text in UTF-8',
  skill_front_matter_missing: 'SKILL.md must begin with front matter between two lines of ---',
  skill_front_matter_too_long: 'the front matter has more than {limit} characters',
  skill_front_matter_not_text: '{field} in the front matter must be a text',
  skill_front_matter_invalid: 'the front matter is not valid YAML',
  skill_front_matter_not_fields: 'the front matter must have fields with values',
  skill_metadata_not_fields: 'metadata in the front matter must have fields with values',
  skill_name_invalid: 'the name must have 1 to {limit} lowercase letters, digits and single hyphens between them',
  skill_description_missing: 'the description is missing; it describes when to use the skill',
  skill_description_too_long: 'the description must have at most {limit} characters',
  skill_compatibility_too_long: 'compatibility must have at most {limit} characters',
  skill_archive_too_many_entries: 'the archive has more than {limit} entries',
  skill_archive_not_readable: 'the archive cannot be read: {cause}',
  skill_archive_invalid: 'the file is not a zip archive: {cause}',
  skill_archive_encrypted: '{path} is encrypted',
  skill_too_many_dependencies: 'a skill can have at most {limit} dependencies',
  skill_dependency_invalid: 'dependency {number} is invalid: {field} {problem}',
});
