/**
 * Who gets which status from which operation: one line for each, columns apart by two blanks or more.
 *
 * - target: what the path and the body are filled from (targets.ts); it is the creator's.
 * - nobody: no token, a wrong one, an expired one, one of an inactive user (who holds the role admin on the target).
 * - stranger: a user without any role; public: the same user where the target is public.
 * - member to admin: a user with this role on the target; the same user through a group. Templates and groups have no
 *   role collaborator; one that is stored all the same gives nothing.
 * - creator: with a token without scopes, and with one that has just the scopes needed. With a token that lacks one of
 *   them the answer is 401 with all of them, and where none is needed as for the creator.
 * - sysadmin: a user with the system role admin.
 * - browser: the creator in a logged-in browser; no csrf: the same without the CSRF token.
 * - body: JSON, or bytes for operations that take a stream; $name stands for a value of the target.
 */
const TABLE = `
operation                  request                                                       scopes                     target         nobody  stranger  public  member  collaborator  editor  admin  creator  sysadmin  browser  no csrf  body

getBase                    GET                                                           -                          -              401     200       200     200     200           200     200    200      200       200      200
getInfo                    GET /info                                                     -                          -              401     200       200     200     200           200     200    200      200       200      200
getRoles                   GET /roles                                                    -                          -              401     200       200     200     200           200     200    200      200       200      200
listLicenses               GET /licenses                                                 -                          -              401     200       200     200     200           200     200    200      200       200      200
listTags                   GET /tags                                                     -                          -              401     200       200     200     200           200     200    200      200       200      200
listTrash                  GET /trash                                                    misc.manage_trash          -              401     200       200     200     200           200     200    200      200       200      200
getOpenApi                 GET /openapi.json                                             -                          -              200     200       200     200     200           200     200    200      200       200      200

listUsers                  GET /users                                                    user.read                  user           401     200       200     200     200           200     200    200      200       200      200
getCurrentUser             GET /users/me                                                 user.read                  user           401     200       200     200     200           200     200    200      200       200      200
getUser                    GET /users/:id                                                user.read                  user           401     200       200     200     200           200     200    200      200       200      200
getUserByIdentity          GET /users/:identity_type/:username                           user.read                  user           401     200       200     200     200           200     200    200      200       200      200
listUserIdentities         GET /users/:id/identities                                     user.read                  user           401     200       200     200     200           200     200    200      200       200      200
listUserRecords           GET /users/:id/records                                       user.read,record.read     user         401     200       200     200     200           200     200    200      200       200      200
listUserCollections       GET /users/:id/collections                                   user.read,collection.read  user         401     200       200     200     200           200     200    200      200       200      200
listUserTemplates         GET /users/:id/templates                                     user.read,template.read   user         401     200       200     200     200           200     200    200      200       200      200
listUserGroups            GET /users/:id/groups                                        user.read,group.read      user         401     200       200     200     200           200     200    200      200       200      200

searchRecords              GET /records                                                  record.read                record         401     200       200     200     200           200     200    200      200       200      200
createRecord               POST /records                                                 record.create              -              401     201       201     201     201           201     201    201      201       201      400  {"identifier":"$unique","title":"t"}
getRecordByIdentifier      GET /records/identifier/:identifier                           record.read                record         401     403       200     200     200           200     200    200      200       200      200
getRecord                  GET /records/:id                                              record.read                record         401     403       200     200     200           200     200    200      200       200      200
updateRecord               PATCH /records/:id                                            record.update              record         401     403       403     403     403           200     200    200      200       200      400  {"title":"changed"}
deleteRecord               DELETE /records/:id                                           record.delete              record         401     403       403     403     403           403     204    204      204       204      400
restoreRecord              POST /records/:id/restore                                     misc.manage_trash          trashed record  401     404       404     404     404           404     404    200      404       200      400
purgeRecord                POST /records/:id/purge                                       misc.manage_trash          trashed record  401     404       404     404     404           404     404    202      404       202      400
listRecordRevisions        GET /records/:id/revisions                                    record.read                record         401     403       200     200     200           200     200    200      200       200      200
getRecordRevision          GET /records/:id/revisions/:revision_id                       record.read                record revision  401     403       200     200     200           200     200    200      200       200      200

listRecordUserRoles        GET /records/:id/roles/users                                  record.read,user.read      record         401     403       200     200     200           200     200    200      200       200      200
addRecordUserRole          POST /records/:id/roles/users                                 record.permissions         record         401     403       403     403     403           403     201    201      201       201      400  {"role":{"name":"editor"},"user":{"id":$other_user}}
changeRecordUserRole       PATCH /records/:id/roles/users/:user_id                       record.permissions         record role    401     403       403     403     403           403     204    204      204       204      400  {"name":"editor"}
removeRecordUserRole       DELETE /records/:id/roles/users/:user_id                      record.permissions         record role    401     403       403     403     403           403     204    204      204       204      400
listRecordGroupRoles       GET /records/:id/roles/groups                                 record.read,group.read     record         401     403       200     200     200           200     200    200      200       200      200
addRecordGroupRole         POST /records/:id/roles/groups                                record.permissions         record         401     403       403     403     403           403     201    201      201       201      400  {"role":{"name":"editor"},"group":{"id":$other_group}}
changeRecordGroupRole      PATCH /records/:id/roles/groups/:group_id                     record.permissions         record role    401     403       403     403     403           403     204    204      204       204      400  {"name":"editor"}
removeRecordGroupRole      DELETE /records/:id/roles/groups/:group_id                    record.permissions         record role    401     403       403     403     403           403     204    204      204       204      400

searchCollections          GET /collections                                              collection.read            collection     401     200       200     200     200           200     200    200      200       200      200
createCollection           POST /collections                                             collection.create          -              401     201       201     201     201           201     201    201      201       201      400  {"identifier":"$unique","title":"t"}
getCollectionByIdentifier  GET /collections/identifier/:identifier                       collection.read            collection     401     403       200     200     200           200     200    200      200       200      200
getCollection              GET /collections/:id                                          collection.read            collection     401     403       200     200     200           200     200    200      200       200      200
updateCollection           PATCH /collections/:id                                        collection.update          collection     401     403       403     403     403           200     200    200      200       200      400  {"title":"changed"}
deleteCollection           DELETE /collections/:id                                       collection.delete          collection     401     403       403     403     403           403     204    204      204       204      400
restoreCollection          POST /collections/:id/restore                                 misc.manage_trash          trashed collection  401     404       404     404     404           404     404    200      404       200      400
purgeCollection            POST /collections/:id/purge                                   misc.manage_trash          trashed collection  401     404       404     404     404           404     404    204      404       204      400
listCollectionRevisions    GET /collections/:id/revisions                                collection.read            collection     401     403       200     200     200           200     200    200      200       200      200
getCollectionRevision      GET /collections/:id/revisions/:revision_id                   collection.read            collection revision  401     403       200     200     200           200     200    200      200       200      200

listCollectionUserRoles    GET /collections/:id/roles/users                              collection.read,user.read  collection     401     403       200     200     200           200     200    200      200       200      200
addCollectionUserRole      POST /collections/:id/roles/users                             collection.permissions     collection     401     403       403     403     403           403     201    201      201       201      400  {"role":{"name":"editor"},"user":{"id":$other_user}}
changeCollectionUserRole   PATCH /collections/:id/roles/users/:user_id                   collection.permissions     collection role  401     403       403     403     403           403     204    204      204       204      400  {"name":"editor"}
removeCollectionUserRole   DELETE /collections/:id/roles/users/:user_id                  collection.permissions     collection role  401     403       403     403     403           403     204    204      204       204      400
listCollectionGroupRoles   GET /collections/:id/roles/groups                             collection.read,group.read  collection     401     403       200     200     200           200     200    200      200       200      200
addCollectionGroupRole     POST /collections/:id/roles/groups                            collection.permissions     collection     401     403       403     403     403           403     201    201      201       201      400  {"role":{"name":"editor"},"group":{"id":$other_group}}
changeCollectionGroupRole  PATCH /collections/:id/roles/groups/:group_id                 collection.permissions     collection role  401     403       403     403     403           403     204    204      204       204      400  {"name":"editor"}
removeCollectionGroupRole  DELETE /collections/:id/roles/groups/:group_id                collection.permissions     collection role  401     403       403     403     403           403     204    204      204       204      400

searchTemplates           GET /templates                                               template.read             template     401     200       200     200     200           200     200    200      200       200      200
createTemplate            POST /templates                                              template.create           -            401     201       201     201     201           201     201    201      201       201      400  {"identifier":"$unique","title":"t","type":"extras","data":[]}
getTemplateByIdentifier   GET /templates/identifier/:identifier                        template.read             template     401     403       200     200     403           200     200    200      200       200      200
getTemplate               GET /templates/:id                                           template.read             template     401     403       200     200     403           200     200    200      200       200      200
updateTemplate            PATCH /templates/:id                                         template.update           template     401     403       403     403     403           200     200    200      200       200      400  {"title":"changed"}
deleteTemplate            DELETE /templates/:id                                        template.delete           template     401     403       403     403     403           403     204    204      204       204      400
restoreTemplate           POST /templates/:id/restore                                  misc.manage_trash         trashed template  401     404       404     404     404           404     404    200      404       200      400
purgeTemplate             POST /templates/:id/purge                                    misc.manage_trash         trashed template  401     404       404     404     404           404     404    204      404       204      400
listTemplateRevisions     GET /templates/:id/revisions                                 template.read             template     401     403       200     200     403           200     200    200      200       200      200
getTemplateRevision       GET /templates/:id/revisions/:revision_id                    template.read             template revision  401     403       200     200     403           200     200    200      200       200      200
listTemplateUserRoles     GET /templates/:id/roles/users                               template.read,user.read   template     401     403       200     200     403           200     200    200      200       200      200
addTemplateUserRole       POST /templates/:id/roles/users                              template.permissions      template     401     403       403     403     403           403     201    201      201       201      400  {"role":{"name":"editor"},"user":{"id":$other_user}}
changeTemplateUserRole    PATCH /templates/:id/roles/users/:user_id                    template.permissions      template role  401     403       403     403     403           403     204    204      204       204      400  {"name":"editor"}
removeTemplateUserRole    DELETE /templates/:id/roles/users/:user_id                   template.permissions      template role  401     403       403     403     403           403     204    204      204       204      400
listTemplateGroupRoles    GET /templates/:id/roles/groups                              template.read,group.read  template     401     403       200     200     403           200     200    200      200       200      200
addTemplateGroupRole      POST /templates/:id/roles/groups                             template.permissions      template     401     403       403     403     403           403     201    201      201       201      400  {"role":{"name":"editor"},"group":{"id":$other_group}}
changeTemplateGroupRole   PATCH /templates/:id/roles/groups/:group_id                  template.permissions      template role  401     403       403     403     403           403     204    204      204       204      400  {"name":"editor"}
removeTemplateGroupRole   DELETE /templates/:id/roles/groups/:group_id                 template.permissions      template role  401     403       403     403     403           403     204    204      204       204      400

searchGroups              GET /groups                                                  group.read                group        401     200       200     200     200           200     200    200      200       200      200
createGroup               POST /groups                                                 group.create              -            401     201       201     201     201           201     201    201      201       201      400  {"identifier":"$unique","title":"t"}
getGroupByIdentifier      GET /groups/identifier/:identifier                           group.read                group        401     403       200     200     403           200     200    200      200       200      200
getGroup                  GET /groups/:id                                              group.read                group        401     403       200     200     403           200     200    200      200       200      200
updateGroup               PATCH /groups/:id                                            group.update              group        401     403       403     403     403           200     200    200      200       200      400  {"title":"changed"}
deleteGroup               DELETE /groups/:id                                           group.delete              group        401     403       403     403     403           403     204    204      204       204      400
restoreGroup              POST /groups/:id/restore                                     misc.manage_trash         trashed group  401     404       404     404     404           404     404    200      404       200      400
purgeGroup                POST /groups/:id/purge                                       misc.manage_trash         trashed group  401     404       404     404     404           404     404    204      404       204      400
listGroupRevisions        GET /groups/:id/revisions                                    group.read                group        401     403       200     200     403           200     200    200      200       200      200
getGroupRevision          GET /groups/:id/revisions/:revision_id                       group.read                group revision  401     403       200     200     403           200     200    200      200       200      200
listGroupMembers          GET /groups/:id/members                                      group.read,user.read      group        401     403       200     200     403           200     200    200      200       200      200
addGroupMember            POST /groups/:id/members                                     group.members             group        401     403       403     403     403           403     201    201      201       201      400  {"role":{"name":"editor"},"user":{"id":$other_user}}
changeGroupMember         PATCH /groups/:id/members/:user_id                           group.members             group role   401     403       403     403     403           403     204    204      204       204      400  {"name":"editor"}
removeGroupMember         DELETE /groups/:id/members/:user_id                          group.members             group role   401     403       403     403     403           403     204    204      204       204      400
listGroupRecords          GET /groups/:id/records                                      group.read,record.read    group        401     403       200     200     403           200     200    200      200       200      200
listGroupCollections      GET /groups/:id/collections                                  group.read,collection.read  group        401     403       200     200     403           200     200    200      200       200      200
listGroupTemplates        GET /groups/:id/templates                                    group.read,template.read  group        401     403       200     200     403           200     200    200      200       200      200

listRecordLinks             GET /records/:id/records                                   record.read                  record link            401     403       200     200     200           200     200    200      200       200      200
getRecordLink               GET /records/:id/records/:link_id                          record.read                  record link            401     403       200     200     200           200     200    200      200       200      200
getRecordLinkById           GET /records/records/:id                                   record.read                  record link by id      401     403       200     200     200           200     200    200      200       200      200
createRecordLink            POST /records/:id/records                                  record.link                  record beside record   401     403       403     403     201           201     201    201      201       201      400  {"name":"next","record_to":{"id":$other_id}}
updateRecordLink            PATCH /records/:id/records/:link_id                        record.link                  record link            401     403       403     403     200           200     200    200      200       200      400  {"name":"changed"}
deleteRecordLink            DELETE /records/:id/records/:link_id                       record.link                  record link            401     403       403     403     204           204     204    204      204       204      400
listRecordCollections       GET /records/:id/collections                               record.read,collection.read  record in collection   401     403       200     200     200           200     200    200      200       200      200
addCollectionToRecord       POST /records/:id/collections                              record.link                  record beside coll.    401     403       403     403     201           201     201    201      201       201      400  {"id":$other_id}
removeCollectionFromRecord  DELETE /records/:id/collections/:collection_id             record.link                  record in collection   401     403       403     403     204           204     204    204      204       204      400
listCollectionRecords       GET /collections/:id/records                               collection.read,record.read  coll. of record        401     403       200     200     200           200     200    200      200       200      200
addRecordToCollection       POST /collections/:id/records                              collection.link              coll. beside record    401     403       403     403     201           201     201    201      201       201      400  {"id":$other_id}
removeRecordFromCollection  DELETE /collections/:id/records/:record_id                 collection.link              coll. of record        401     403       403     403     204           204     204    204      204       204      400
listChildCollections        GET /collections/:id/collections                           collection.read              coll. of coll.         401     403       200     200     200           200     200    200      200       200      200
addChildCollection          POST /collections/:id/collections                          collection.link              coll. beside coll.     401     403       403     403     201           201     201    201      201       201      400  {"id":$other_id}
removeChildCollection       DELETE /collections/:id/collections/:child_id              collection.link              coll. of coll.         401     403       403     403     204           204     204    204      204       204      400

listFiles                  GET /records/:id/files                                        record.read                file           401     403       200     200     200           200     200    200      200       200      200
downloadFiles              GET /records/:id/files/download                               record.read                file           401     403       200     200     200           200     200    200      200       200      200
listFileRevisions          GET /records/:id/files/revisions                              record.read                file           401     403       200     200     200           200     200    200      200       200      200
getFileRevision            GET /records/:record_id/files/revisions/:revision_id          record.read                file revision  401     403       200     200     200           200     200    200      200       200      200
getFileById                GET /records/files/:id                                        record.read                file by id     401     403       200     200     200           200     200    200      200       200      200
getFileByName              GET /records/:record_id/files/name/*                          record.read                file           401     403       200     200     200           200     200    200      200       200      200
getFile                    GET /records/:record_id/files/:file_id                        record.read                file           401     403       200     200     200           200     200    200      200       200      200
downloadFile               GET /records/:record_id/files/:file_id/download               record.read                file           401     403       200     200     200           200     200    200      200       200      200
updateFile                 PATCH /records/:record_id/files/:file_id                      record.update              file           401     403       403     403     403           200     200    200      200       200      400  {"description":"changed"}
replaceFile                PUT /records/:record_id/files/:file_id                        record.update              file           401     403       403     403     403           201     201    201      201       201      400  {"size":5}
deleteFile                 DELETE /records/:record_id/files/:file_id                     record.update              file           401     403       403     403     403           204     204    204      204       204      400

listUploads                GET /records/:id/uploads                                      record.update              upload         401     403       403     403     403           200     200    200      200       200      200
createUpload               POST /records/:id/uploads                                     record.update              record         401     403       403     403     403           201     201    201      201       201      400  {"name":"new.txt","size":5}
getUpload                  GET /records/:record_id/uploads/:upload_id                    record.update              upload         401     403       403     403     403           404     404    200      404       200      200
sendUploadData             PUT /records/:record_id/uploads/:upload_id                    record.update              upload         401     403       403     403     403           404     404    201      404       201      400  hello
finishUpload               POST /records/:record_id/uploads/:upload_id                   record.update              sent chunks    401     403       403     403     403           404     404    202      404       202      400
deleteUpload               DELETE /records/:record_id/uploads/:upload_id                 record.update              upload         401     403       403     403     403           404     404    204      404       204      400

getSession                 GET /internal/session                                         -                          -              200     200       200     200     200           200     200    200      200       200      200
logIn                      POST /internal/session                                        -                          password       200     200       200     200     200           200     200    200      200       200      200  {"username":"$username","password":"$password"}
logOut                     DELETE /internal/session                                      -                          -              401     404       404     404     404           404     404    404      404       204      400
setUp                      POST /internal/setup                                          -                          -              403     403       403     403     403           403     403    403      403       403      403  {"token":"used","username":"$unique","displayname":"x","password":"password"}
listTokens                 GET /internal/tokens                                          -                          -              401     404       404     404     404           404     404    404      404       200      200
createToken                POST /internal/tokens                                         -                          -              401     404       404     404     404           404     404    404      404       201      400  {"name":"x"}
deleteToken                DELETE /internal/tokens/:id                                   -                          token          401     404       404     404     404           404     404    404      404       204      400
`;

export const COLUMNS = [
  'nobody',
  'stranger',
  'public',
  'member',
  'collaborator',
  'editor',
  'admin',
  'creator',
  'sysadmin',
  'browser',
  'no csrf',
] as const;
export type Column = (typeof COLUMNS)[number];

export type Row = {
  operation: string;
  method: string;
  path: string;
  scopes: string[];
  target: string;
  expected: Record<Column, number>;
  body: string | undefined;
};

/** The table's lines. A line with a wrong number of columns throws. */
export const rows: Row[] = TABLE.trim()
  .split('\n')
  .slice(1)
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [operation = '', request = '', scopes = '', target = '', ...rest] = line.trim().split(/\s{2,}/);
    const statuses = rest.slice(0, COLUMNS.length).map(Number);
    if (statuses.length !== COLUMNS.length || statuses.some((status) => !(status >= 200 && status < 600))) {
      throw new Error(`The line of ${operation} does not have a status in each column.`);
    }
    const [method = '', path = ''] = request.split(' ');
    return {
      operation,
      method,
      path,
      scopes: scopes === '-' ? [] : scopes.split(','),
      target,
      expected: Object.fromEntries(COLUMNS.map((column, i) => [column, statuses[i]])) as Record<Column, number>,
      body: rest[COLUMNS.length],
    };
  });
