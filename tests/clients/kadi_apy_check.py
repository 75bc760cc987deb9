"""Drives a running Cairn with the published client kadi-apy, unmodified: library and command line.

    python3 -m venv venv && venv/bin/pip install kadi-apy==0.51.0
    venv/bin/python tests/clients/kadi_apy_check.py http://localhost:8080 pat_... [--limited pat_...]

`--limited` takes a token with the scope record.read alone. Every step is printed; the exit status is 0 if all were as
expected. Made records are purged at the end.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import uuid
import zipfile

STEPS = []


def step(text, ok, detail=""):
    STEPS.append(ok)
    print(f"{'ok  ' if ok else 'FAIL'} {text}{f': {detail}' if detail else ''}", flush=True)
    return ok


def until(check, seconds=30):
    """Asks again until it holds; background work of the service has no other sign."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if check():
            return True
        time.sleep(0.2)
    return False


def sha(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def write_file(folder, name, size):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        left = size
        while left > 0:
            block = os.urandom(min(left, 1 << 20))
            file.write(block)
            left -= len(block)
    return path


def metadata(manager, run):
    record = manager.record(identifier=f"Check {run}", title="Melt 7", create=True)
    step("create a record; the identifier is cleaned", record.created and record.meta["identifier"] == f"check-{run}")
    again = manager.record(identifier=f"check-{run}", create=True)
    step("the same identifier opens the record", not again.created and again.id == record.id)
    answer = record.edit(description="A **slow** run", type="Experiment", license="CC-BY-4.0", visibility="public")
    meta = record.meta
    step(
        "edit description, type, license, visibility",
        answer.status_code == 200
        and (meta["plain_description"], meta["type"], meta["license"], meta["visibility"])
        == ("A slow run", "experiment", "CC-BY-4.0", "public"),
        answer.text if answer.status_code != 200 else "",
    )
    record.set_attribute("title", "Melt  8")
    step("set_attribute", record.meta["title"] == "Melt 8")
    record.edit(license=None, type=None)
    step("null clears license and type", record.meta["license"] is None and record.meta["type"] is None)

    extras = [
        {"key": "temperature", "type": "float", "value": 21.5, "unit": "°C"},
        {"key": "count", "type": "int", "value": 3, "unit": None},
        {"key": "length", "type": "float", "value": 0.005, "unit": "m"},
        {"key": "when", "type": "date", "value": "2026-03-01T12:00:00+02:00"},
        {"key": "good", "type": "bool", "value": True, "unit": None},
        {"key": "oven", "type": "dict", "value": [{"key": "name", "type": "str", "value": f"O{run}", "unit": None}]},
        {"key": "runs", "type": "list", "value": [{"key": 0, "type": "int", "value": 1}, {"type": "str", "value": "x"}]},
    ]
    answer = record.add_metadata(extras)
    step("add_metadata of every type, nested", answer.status_code == 200, answer.text if answer.status_code != 200 else "")
    back = record.meta["extras"]
    step("dates come back in UTC", back[3]["value"] == "2026-03-01T10:00:00+00:00", back[3]["value"])
    answer = record.edit(extras=back)
    step("what was read can be sent back, nothing changes", answer.status_code == 200 and record.meta["extras"] == back)
    record.add_metadatum({"key": "count", "type": "int", "value": 4}, force=True)
    step("add_metadatum with force replaces", record.get_metadatum(["count"])["value"] == 4)
    record.remove_metadatum("good")
    step("remove_metadatum", not record.check_metadatum("good"))
    step("flatten_extras", {e["key"] for e in record.flatten_extras()} >= {"oven.name", "runs.1", "runs.2"})
    record.add_tag("Steel")
    record.add_tag(f"tag {run}")
    record.remove_tag("steel")
    step("tags", record.get_tags() == [f"tag {run}"], str(record.get_tags()))
    bad = record.edit(title="", extras=[{"key": "a", "type": "int", "value": "x"}])
    step(
        "bad values are named at their place",
        bad.status_code == 400 and set(bad.json()["errors"]) == {"title", "extras"},
        json.dumps(bad.json()["errors"]),
    )
    return record


def search(manager, record, run):
    from kadi_apy.lib.resources.records import Record

    def found(**params):
        answer = manager.search.search_resources(Record, **params)
        return [item["id"] for item in answer.json()["items"]] if answer.status_code == 200 else answer.text

    step("search by identifier, exact first", found(query=f"check-{run}")[:1] == [record.id])
    step("search by phrase", record.id in found(query='"Melt 8"', per_page=100))
    step("search by tag", found(tag=[f"tag {run}"]) == [record.id])
    units = [{"key": "length", "type": "numeric", "numeric": {"min": 4, "max": 6, "unit": "mm"}}]
    step("search 4 to 6 mm finds 0.005 m", record.id in found(extras=json.dumps(units), per_page=100))
    nested = [{"key": '"oven.name"', "type": "str", "str": f'"O{run}"'}]
    step("search in nested metadata", found(extras=json.dumps(nested)) == [record.id])
    mine = manager.search.search_user_resources(Record, manager.pat_user.id)
    step("search among a user's records", mine.status_code == 200, "" if mine.status_code == 200 else mine.text)
    step("users", manager.search.search_users(filter="", page=1, per_page=5).json()["_pagination"]["total_items"] >= 1)


def files(manager, record, folder, run):
    for name, size in [("empty.bin", 0), ("small.bin", 1000), ("direct.bin", 50_000_000), ("chunked.bin", 120_000_000)]:
        path = write_file(folder, name, size)
        began = time.monotonic()
        answer = record.upload_file(path, file_description=f"{size} bytes")
        took = time.monotonic() - began
        if not step(f"upload {size} bytes", answer.status_code in (200, 201), f"{took:.2f} s {answer.text[:200] if answer.status_code > 201 else ''}"):
            continue
        file_id = record.get_file_id(name)
        info = record.get_file_info(file_id).json()
        target = os.path.join(folder, f"back-{name}")
        answer = record.download_file(file_id, target)
        step(f"download {size} bytes", info["size"] == size and sha(path) == sha(target), f"checksum {info['checksum']}")
    taken = record.upload_file(os.path.join(folder, "small.bin"))
    step("a name in use is refused with the file", taken.status_code == 409 and "edit_data" in taken.json()["file"]["_actions"])
    before = record.get_file_id("small.bin")
    for name, size in [("small.bin", 2000), ("chunked.bin", 60_000_000), ("direct.bin", 0)]:
        path = write_file(folder, name, size)
        answer = record.upload_file(path, force=True)
        target = os.path.join(folder, f"back-{name}")
        record.download_file(record.get_file_id(name), target)
        step(f"replace by {size} bytes", answer.status_code in (200, 201) and sha(path) == sha(target))
    step("a replaced file keeps its id", record.get_file_id("small.bin") == before)
    answer = record.upload_string_to_file("Grüße, 世界", "notes/ä b.txt")
    step("upload a string under a name with a folder", answer.status_code == 201 and record.has_file("notes/ä b.txt"))
    edited = record.edit_file(before, name="renamed.bin", description="x", mimetype="application/x-thing")
    step("edit a file", edited.status_code == 200 and edited.json()["mimetype"] == "application/x-thing")
    step("number of files", record.get_number_files() == 5, str(record.get_number_files()))
    archive = os.path.join(folder, "all.zip")
    record.download_all_files(archive)
    with zipfile.ZipFile(archive) as opened:
        step("download all as ZIP", opened.testzip() is None and "notes/ä b.txt" in opened.namelist(), str(opened.namelist()))
    revisions = record.get_file_revisions(per_page=100).json()
    step("file revisions", revisions["_pagination"]["total_items"] >= 9)
    one = record.get_file_revision(revisions["items"][0]["id"]).json()
    step("a file revision with its difference", bool(one["diff"]))
    step("delete a file", record.delete_file(before).status_code == 204 and record.get_number_files() == 4)


def relations(manager, record, run):
    other = manager.record(identifier=f"other-{run}", create=True)
    answer = record.link_record(other.id, "is followed by")
    step("link a record", answer.status_code == 201, answer.text if answer.status_code != 201 else "")
    step("the same link again is a conflict", record.link_record(other.id, "is followed by").status_code == 409)
    links = record.get_record_links(direction="out").json()
    step("links out", [link["record_to"]["id"] for link in links["items"]] == [other.id])
    step("links in", other.get_record_links(direction="in").json()["items"][0]["record_from"]["id"] == record.id)
    link = links["items"][0]["id"]
    changed = record.update_record_link(link, name="precedes", term="https://example.org/precedes")
    step("change a link", changed.status_code == 200 and changed.json()["name"] == "precedes")
    step("delete a link", record.delete_record_link(link).status_code == 204)

    parent = manager.collection(identifier=f"parent-{run}", title="Parent", create=True)
    child = manager.collection(identifier=f"child-{run}", create=True)
    step("create collections", parent.created and child.created)
    step("edit a collection", parent.edit(description="x", visibility="public").status_code == 200)
    parent.add_tag("Shelf")
    step("tag a collection", parent.get_tags() == ["shelf"])
    step("put a record into a collection", record.add_collection_link(child.id).status_code == 201)
    step("and one more from the other side", child.add_record_link(other.id).status_code == 201)
    step("a collection's records", child.get_records().json()["_pagination"]["total_items"] == 2)
    step("a record's collections", record.get_collection_links().json()["items"][0]["id"] == child.id)
    step("a child collection", parent.add_collection_link(child.id).status_code == 201)
    step("children", [c["id"] for c in parent.get_collections().json()["items"]] == [child.id])
    step("no cycles", child.add_collection_link(parent.id).status_code == 409)
    found = manager.search.search_resources(type(record), collection=[parent.id], child_collections=True).json()
    step("search in a collection and below it", found["_pagination"]["total_items"] == 2)
    step("take a record out", record.remove_collection_link(child.id).status_code == 204)
    step("and from the other side", child.remove_record_link(other.id).status_code == 204)
    step("remove a child", parent.remove_collection_link(child.id).status_code == 204)

    users = [u for u in manager.search.search_users(per_page=100).json()["items"] if u["id"] != manager.pat_user.id]
    if users:
        user = users[0]["id"]
        step("give a role", record.add_user(user, "member").status_code == 201)
        step("give it again", record.add_user(user, "editor").status_code == 409)
        step("change it", record.change_user_role(user, "editor").status_code == 204)
        roles = [(role["user"]["id"], role["role"]["name"]) for role in record.get_users().json()["items"]]
        step("roles, creator first", roles == [(manager.pat_user.id, "admin"), (user, "editor")], str(roles))
        step("take it back", record.remove_user(user).status_code == 204)
    for kind, resource in [("record", other), ("collection", child), ("collection", parent)]:
        resource.delete()
        purged = manager.misc.purge(kind, resource.id).status_code
        step(f"purge a {kind}", purged == (202 if kind == "record" else 204), str(purged))


def templates_and_groups(manager, record, run):
    extras = [{"key": "temperature", "type": "float", "unit": "K", "validation": {"required": True}}]
    template = manager.template(identifier=f"extras-{run}", type="extras", data=extras, title="Run", create=True)
    step("create a template of metadata", template.created and template.meta["data"][0]["validation"] == {"required": True})
    whole = manager.template(identifier=f"record-{run}", type="record", data={"title": "T", "tags": ["b", "A"]}, create=True)
    step("create a template of records, filled in", whole.meta["data"]["tags"] == ["a", "b"] and len(whole.meta["data"]) == 10)
    step("edit a template", template.edit(data=[], visibility="public").status_code == 200 and template.meta["data"] == [])
    group = manager.group(identifier=f"group-{run}", title="Team", create=True)
    step("create a group", group.created)
    step("give a group a role", record.add_group_role(group.id, "editor").status_code == 201)
    step("change it", record.change_group_role(group.id, "member").status_code == 204)
    roles = record.get_groups().json()["items"]
    step("group roles", [(role["group"]["id"], role["role"]["name"]) for role in roles] == [(group.id, "member")])
    held = manager.make_request(f"/groups/{group.id}/records").json()
    step("a group's records", [item["id"] for item in held["items"]] == [record.id])
    step("take it back", record.remove_group_role(group.id).status_code == 204)
    users = [u for u in manager.search.search_users(per_page=100).json()["items"] if u["id"] != manager.pat_user.id]
    if users:
        user = users[0]["id"]
        step("add a member", group.add_user(user, "member").status_code == 201)
        step("change a member", group.change_user_role(user, "editor").status_code == 204)
        step("members, creator first", group.get_users().json()["items"][1]["user"]["id"] == user)
        step("remove a member", group.remove_user(user).status_code == 204)
    for kind, resource in [("template", template), ("template", whole), ("group", group)]:
        step(f"{kind} revisions", manager.make_request(f"/{kind}s/{resource.id}/revisions").status_code == 200)
        resource.delete()
        step(f"restore a {kind}", manager.misc.restore(kind, resource.id).status_code == 200)
        getattr(manager, kind)(id=resource.id).delete()
        step(f"purge a {kind}", manager.misc.purge(kind, resource.id).status_code == 204)


def history_and_trash(manager, record, run):
    revisions = record.get_record_revisions(per_page=100).json()
    step("record revisions, newest first", revisions["items"][0]["id"] > revisions["items"][-1]["id"])
    first = revisions["items"][-1]["id"]
    compared = record.get_record_revision(revisions["items"][0]["id"], revision=first).json()
    step("compare with the first revision", compared["diff"].get("title") == "Melt 7")
    step("delete", record.delete().status_code == 204)
    trash = manager.misc.get_deleted_resources(filter=f"check-{run}").json()
    step("the trash lists it", [item["id"] for item in trash["items"]] == [record.id])
    taken = manager.make_request("/records", method="post", json={"identifier": f"check-{run}", "title": "x"})
    step("its identifier stays taken", taken.status_code == 409 and list(taken.json()["errors"]) == ["identifier"])
    step("restore", manager.misc.restore("record", record.id).status_code == 200)
    step("it is back", manager.record(id=record.id).meta["title"] == "Melt 8")
    manager.record(id=record.id).delete()
    step("purge", manager.misc.purge("record", record.id).status_code == 202)
    gone = lambda: manager.make_request("/records", method="post", json={"identifier": f"check-{run}", "title": "x"})
    last = []
    step("its identifier is free once purged", until(lambda: last.append(gone()) or last[-1].status_code == 201))
    left = last[-1].json().get("id")
    manager.make_request(f"/records/{left}", method="delete")
    manager.misc.purge("record", left)


def misc(manager):
    from kadi_apy.lib.exceptions import KadiAPYRequestError

    step("info", bool(manager.misc.get_kadi_info().json()["version"]), manager.misc.get_kadi_info().text)
    step("licenses", manager.misc.get_licenses(filter="CC-BY-4.0").json()["items"][0]["name"] == "CC-BY-4.0")
    step("roles", [r["name"] for r in manager.misc.get_roles().json()["record"]] == ["member", "collaborator", "editor", "admin"])
    step("tags", manager.misc.get_tags(type="record").status_code == 200)
    step("the token's user", bool(manager.pat_user.meta["identity"]["username"]))
    try:
        manager.record(id=2_000_000_000)
        step("a missing record is an error", False)
    except KadiAPYRequestError as error:
        step("a missing record is an error", True, str(error).replace("\n", " "))


def limited(host, token, record):
    from kadi_apy import KadiManager

    with KadiManager(host=host, pat=token) as manager:
        meta = manager.record(id=record.id).meta
        step("limited token: reads, without creators", "creator" not in meta)
        refused = manager.record(id=record.id).edit(title="x")
        step("limited token: cannot write", refused.status_code == 401 and refused.json()["scopes"] == ["record.update"])


def command_line(host, token, folder, run):
    home = os.path.join(folder, "home")
    os.makedirs(home)
    config = os.path.join(home, ".kadiconfig")
    with open(config, "w") as file:
        file.write(f"[global]\ndefault = cairn\n\n[cairn]\nhost = {host}\npat = {token}\n")
    os.chmod(config, 0o600)
    program = os.path.join(os.path.dirname(sys.executable), "kadi-apy")

    def call(*args, expect=0):
        done = subprocess.run([program, *args], env={**os.environ, "HOME": home}, capture_output=True, text=True, cwd=folder)
        text = (done.stdout + done.stderr).strip()
        step(f"kadi-apy {' '.join(args)}"[:110], done.returncode == expect, text.splitlines()[-1][:110] if text else "")
        return done.stdout.strip()

    name = f"cli-{run}"
    call("config", "get-kadi-info")
    call("records", "create", "-i", name, "-t", "From the command line")
    call("records", "edit", "-R", name, "-d", "text", "-y", "sample", "-l", "MIT", "-v", "public")
    call("records", "add-tag", "-R", name, "-t", f"cli {run}")
    call("records", "add-metadatum", "-R", name, "-m", "speed", "-v", "3.5", "-t", "float", "-u", "m/s")
    call("records", "add-metadatum", "-R", name, "-m", "ready", "-v", "true", "-t", "boolean")
    call("records", "add-metadata", "-R", name, "-m", json.dumps([{"key": "a", "type": "dict", "value": [{"key": "b", "type": "str", "value": "c"}]}]))
    call("records", "get-metadatum", "-R", name, "-n", "speed")
    write_file(folder, "cli.bin", 1234)
    call("records", "add-files", "-R", name, "-n", "cli.bin", "-d", "from a shell")
    call("records", "add-files", "-R", name, "-n", "cli.bin", "-f")
    call("records", "add-string-as-file", "-R", name, "-s", "hello", "-n", "hello.txt")
    os.makedirs(os.path.join(folder, "down"))
    call("records", "get-file", "-R", name, "-p", "down")
    step("files on disk are the same", sha(os.path.join(folder, "cli.bin")) == sha(os.path.join(folder, "down", "cli.bin")))
    call("records", "show-info", "-R", name, "-l", "-m", "-v", "-d")
    call("records", "get-records", "-q", "command line", "-t", f"cli {run}")
    call("records", "get-record-ids", "-t", f"cli {run}", "-p")
    call("users", "get-users")
    call("misc", "get-licenses", "-f", "MIT")
    call("misc", "get-tags", "-t", "record")
    call("misc", "get-roles")
    call("records", "delete-file", "-R", name, "-n", "hello.txt")
    call("records", "delete-files", "-R", name, "--i-am-sure")
    call("records", "delete", "-R", name, "--i-am-sure")
    shown = call("misc", "get-deleted-resources", "-f", name)
    found = re.search(r"record (\d+) with", shown)
    item = found[1] if found else ""
    step("the trash shows its id", item != "", shown)
    call("misc", "restore-resource", "-t", "record", "-i", item)
    call("records", "delete", "-R", name, "--i-am-sure")
    call("misc", "purge-resource", "-t", "record", "-i", item)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("host")
    parser.add_argument("token")
    parser.add_argument("--limited")
    given = parser.parse_args()
    from kadi_apy import KadiManager

    run = uuid.uuid4().hex[:8]
    with tempfile.TemporaryDirectory() as folder, KadiManager(host=given.host, pat=given.token) as manager:
        misc(manager)
        record = metadata(manager, run)
        search(manager, record, run)
        files(manager, record, folder, run)
        if given.limited:
            limited(given.host, given.limited, record)
        relations(manager, record, run)
        templates_and_groups(manager, record, run)
        history_and_trash(manager, record, run)
        command_line(given.host, given.token, folder, run)
    print(f"{sum(STEPS)} passed, {STEPS.count(False)} failed")
    return 0 if all(STEPS) else 1


if __name__ == "__main__":
    sys.exit(main())
