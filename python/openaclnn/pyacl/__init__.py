"""Python's module acl (pyACL), for programs that bind the aclnn functions by ctypes.

The module lies in this folder, not next to the package, as it has the name of the vendor's own.
`from openaclnn.pyacl import acl` always works. A program with `import acl` finds it after

    export PYTHONPATH=$(python -m openaclnn.pyacl)

The module calls libascendcl.so of an installed openaclnn; the wheel has no copy of that library.
"""
